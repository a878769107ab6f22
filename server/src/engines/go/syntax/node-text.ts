import { quote } from "../text/quote.js";
import type { ActionNode, Command, Operand, Pipe, TemplateNode } from "./ast.js";

/** What messages call the place of a fault. */
export type Place = Operand | Command | ActionNode | TemplateNode;

/** A node as Go writes it in messages: one blank between operands, parentheses where there were some. */
export function nodeText(node: Place): string {
  switch (node.kind) {
    case "action":
      return `{{${pipeText(node.pipe)}}}`;
    case "template":
      return `{{template ${quote(node.name)}${node.pipe === undefined ? "" : ` ${pipeText(node.pipe)}`}}}`;
    case "pipe":
      return pipeText(node);
    case "command":
      return commandText(node);
    default:
      return operandText(node);
  }
}

function pipeText({ variables, isAssignment, commands }: Pipe): string {
  const names = variables.map(({ name }) => name).join(", ");
  const head = names === "" ? "" : `${names} ${isAssignment ? "=" : ":="} `;
  return head + commands.map(commandText).join(" | ");
}

function commandText({ operands }: Command): string {
  return operands.map(operandText).join(" ");
}

function operandText(operand: Operand): string {
  switch (operand.kind) {
    case "pipe":
      return `(${pipeText(operand)})`;
    case "bool":
      return String(operand.value);
    case "nil":
      return "nil";
    case "dot":
      return ".";
    case "number":
      return operand.text;
    case "string":
      return operand.source;
    case "identifier":
      return operand.name;
    case "field":
      return operand.names.map((name) => `.${name}`).join("");
    case "variable":
      return operand.name + operand.fields.map((name) => `.${name}`).join("");
    case "chain":
      return operandText(operand.of) + operand.fields.map((name) => `.${name}`).join("");
  }
}
