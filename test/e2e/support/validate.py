"""validate.py LOG...: checks what a language server said in sessions that tap.mjs recorded.

Every message of the server must be of a type of LSP 3.18, with no member that the specification does not know, and must keep
to what the client said that it can do. Prints a line for each fault and a count at the end; exit code 1 when there is one.
"""

import json
import sys

from lsprotocol import converters, types

converter = converters.get_converter()

# What the product says beyond the protocol: documented in docs/editors.md.
OWN_NOTIFICATIONS = {"chat/statusChanged", "chat/runChanged", "chat/filesUsed", "chat/delta"}
# Sent to clients that declared the capability of this name only.
DECLARED = {"chat/applyStream": "applyStream", "chat/credential": "credential", "chat/connect": "connect", "chat/evaluated": "evaluated"}

REFRESHES = {
    "workspace/codeLens/refresh": ("workspace", "codeLens", "refreshSupport"),
    "workspace/inlayHint/refresh": ("workspace", "inlayHint", "refreshSupport"),
    "workspace/diagnostic/refresh": ("workspace", "diagnostics", "refreshSupport"),
    "workspace/semanticTokens/refresh": ("workspace", "semanticTokens", "refreshSupport"),
    "workspace/configuration": ("workspace", "configuration"),
    "workspace/applyEdit": ("workspace", "applyEdit"),
    "window/workDoneProgress/create": ("window", "workDoneProgress"),
    "window/showDocument": ("window", "showDocument", "support"),
}

REGISTRATIONS = {
    "workspace/didChangeWatchedFiles": ("workspace", "didChangeWatchedFiles", "dynamicRegistration"),
    "workspace/didChangeConfiguration": ("workspace", "didChangeConfiguration", "dynamicRegistration"),
    "textDocument/didOpen": ("textDocument", "synchronization", "dynamicRegistration"),
    "textDocument/didChange": ("textDocument", "synchronization", "dynamicRegistration"),
    "textDocument/didClose": ("textDocument", "synchronization", "dynamicRegistration"),
}


def member(value, path):
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def unknown_members(raw, known, path=""):
    """Members of a message that are lost when it is read as its type and written again."""
    if isinstance(raw, dict) and isinstance(known, dict):
        for name, value in raw.items():
            if name in known:
                yield from unknown_members(value, known[name], f"{path}.{name}")
            elif value is not None:
                yield f"{path}.{name}"
    elif isinstance(raw, list) and isinstance(known, (list, tuple)):
        for index, (one, other) in enumerate(zip(raw, known)):
            yield from unknown_members(one, other, f"{path}[{index}]")


class Session:
    """One start of the server."""

    def __init__(self):
        self.initialize = {}
        self.asked = {"client": {}, "server": {}}
        self.open = set()
        self.is_shut_down = False

    def can(self, path):
        return bool(member(self.initialize.get("capabilities") or {}, path))

    def faults(self, sender, message):
        method = message.get("method")
        if method is None:
            return self.answer_faults(sender, message)
        if "id" in message:
            self.asked[sender][message["id"]] = message
        if sender == "client":
            self.follow(method, message.get("params") or {})
            return []
        return self.server_faults(method, message)

    def follow(self, method, params):
        if method == "initialize":
            self.initialize = params
        elif method == "textDocument/didOpen":
            self.open.add(params["textDocument"]["uri"])
        elif method == "textDocument/didClose":
            self.open.discard(params["textDocument"]["uri"])
        elif method == "shutdown":
            self.is_shut_down = True

    def server_faults(self, method, message):
        if method in OWN_NOTIFICATIONS:
            return [] if "id" not in message else ["a notification with an id"]
        if method in DECLARED:
            declared = member(self.initialize, ("initializationOptions", "capabilities", DECLARED[method]))
            return [] if declared is True else ["the client did not declare it"]
        if method not in types.METHOD_TO_TYPES:
            return ["no such method in the protocol"]
        return [*self.type_faults(message, types.METHOD_TO_TYPES[method][0]), *self.capability_faults(method, message)]

    def capability_faults(self, method, message):
        if method in REFRESHES and not self.can(REFRESHES[method]):
            yield "the client cannot take it"
        params = message.get("params") or {}
        if method == "client/registerCapability":
            for registration in params["registrations"]:
                path = REGISTRATIONS.get(registration["method"])
                if path is None or not self.can(path):
                    yield f"the client does not take registrations of {registration['method']}"
        if method == "workspace/applyEdit":
            yield from self.edit_faults(params["edit"])

    def edit_faults(self, edit):
        path = ("workspace", "workspaceEdit")
        operations = member(self.initialize.get("capabilities") or {}, (*path, "resourceOperations")) or []
        if "documentChanges" in edit and not operations and not self.can((*path, "documentChanges")):
            yield "documentChanges for a client that knows only changes"
        for change in edit.get("documentChanges") or []:
            if "kind" in change and change["kind"] not in operations:
                yield f"the client does not {change['kind']} files"

    def answer_faults(self, sender, message):
        other = "client" if sender == "server" else "server"
        request = self.asked[other].pop(message.get("id"), None)
        if sender == "client":
            return []
        if request is None:
            return ["an answer that nobody asked for"]
        if "error" in message:
            return self.type_faults(message, types.ResponseErrorMessage)
        if request["method"] not in types.METHOD_TO_TYPES:
            return ["an answer to a method that the protocol does not have"]
        if request["method"] == "textDocument/codeAction":
            # The library takes an action that has a command for a command.
            faults = [fault for action in message.get("result") or [] for fault in self.action_faults(action)]
            return [*faults, *self.result_faults(request, message.get("result"))]
        answer = types.METHOD_TO_TYPES[request["method"]][1]
        return [*self.type_faults(message, answer), *self.result_faults(request, message.get("result"))]

    def result_faults(self, request, result):
        method = request["method"]
        if method == "textDocument/hover" and result:
            formats = member(self.initialize, ("capabilities", "textDocument", "hover", "contentFormat")) or []
            kind = member(result, ("contents", "kind"))
            if kind == "markdown" and "markdown" not in formats:
                yield "Markdown for a client that shows plain text"
        if method == "textDocument/codeAction":
            for action in result or []:
                literals = self.can(("textDocument", "codeAction", "codeActionLiteralSupport"))
                if not literals and isinstance(action.get("command"), dict):
                    yield "a code action for a client that takes commands only"
                yield from self.edit_faults(action.get("edit") or {})

    def action_faults(self, action):
        kind = types.Command if isinstance(action.get("command"), str) else types.CodeAction
        return self.type_faults(action, kind)

    def type_faults(self, message, kind):
        try:
            known = converter.structure(message, kind)
        except Exception as error:  # cattrs raises many kinds
            yield f"not of its type: {type(error).__name__} {str(error)[:200]}"
            return
        lost = list(unknown_members(message, converter.unstructure(known)))
        if lost:
            yield f"members that the protocol does not know: {', '.join(lost[:5])}"


def main(logs):
    count, bad = 0, 0
    for log in logs:
        session = Session()
        with open(log, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                entry = json.loads(line)
                message, sender = entry["message"], entry["from"]
                count += sender == "server"
                for fault in session.faults(sender, message):
                    bad += 1
                    print(f"{log}:{number}: {message.get('method', 'answer')}: {fault}")
    print(f"{count} messages of the server in {len(logs)} sessions, {bad} faults")
    return 1 if bad or not count else 0


sys.exit(main(sys.argv[1:]))
