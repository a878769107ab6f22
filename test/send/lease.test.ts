import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createLeases } from "../../server/src/send/lease.js";
import { ownIdentity } from "../../server/src/send/process-identity.js";
import { bundleModule } from "../support/bundle-module.js";
import { tempDir } from "../support/temp-dir.js";

const dir = tempDir();
let count = 0;
const newFolder = (): string => dir.file(`leases-${++count}`);

beforeAll(() => {
  bundleModule(
    `import { createLeases } from "./send/lease.js";
     import { openSync, closeSync, unlinkSync } from "node:fs";
     const [folder, rounds] = process.argv.slice(2);
     const leases = createLeases(folder + "/leases");
     let taken = 0;
     for (let round = 0; round < Number(rounds); round++) {
       const answer = await leases.take("document", "test");
       if (answer.kind === "unavailable") throw answer.error;
       if (answer.kind === "held") continue;
       taken++;
       // Only one process at a time can make this file.
       closeSync(openSync(folder + "/inside", "wx"));
       await new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
       unlinkSync(folder + "/inside");
       await answer.release();
     }
     console.log(taken);`,
    dir.file("contend.mjs"),
  );
  bundleModule(
    `import { createLeases } from "./send/lease.js";
     const answer = await createLeases(process.argv[2]).take("document", "command line");
     console.log(answer.kind);
     setInterval(() => {}, 1000);`,
    dir.file("hold.mjs"),
  );
});

afterAll(() => dir.remove());

/** A process that tries to take the lease once and then stays; gives what came of it. */
async function startHolder(folder: string): Promise<{ process: ChildProcess; answer: string }> {
  const holder = spawn(process.execPath, [dir.file("hold.mjs"), folder]);
  onTestFinished(() => void holder.kill("SIGKILL"));
  const [line] = await once(holder.stdout.setEncoding("utf8"), "data");
  return { process: holder, answer: String(line).trim() };
}

describe("a lease", () => {
  test("is refused while somebody has it, who is named, and free again afterwards", async () => {
    const folder = newFolder();
    const leases = createLeases(folder);
    const first = await leases.take("document", "first window");
    expect(await leases.take("document", "second window")).toEqual({
      kind: "held",
      holder: { pid: process.pid, who: "first window" },
    });
    expect((await leases.take("other", "second window")).kind).toBe("taken");
    if (first.kind === "taken") await first.release();
    expect((await leases.take("document", "second window")).kind).toBe("taken");
  });

  test("leaves nothing behind, and a refusal does not either", async () => {
    const folder = newFolder();
    const leases = createLeases(folder);
    const first = await leases.take("document", "a");
    await leases.take("document", "b");
    if (first.kind === "taken") await first.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("of another process is refused with its id and name, and taken over once that is dead", async () => {
    const folder = newFolder();
    const { process: holder, answer } = await startHolder(folder);
    expect(answer).toBe("taken");
    const leases = createLeases(folder);
    expect(await leases.take("document", "window")).toEqual({ kind: "held", holder: { pid: holder.pid, who: "command line" } });
    holder.kill("SIGKILL");
    await once(holder, "exit");
    expect((await leases.take("document", "window")).kind).toBe("taken");
    expect(readdirSync(folder).filter((name) => name.includes(`.${holder.pid}.`))).toEqual([]);
  });

  test("is free when the process was given the id of the dead holder", async () => {
    const folder = newFolder();
    const { host, pid } = ownIdentity();
    mkdirSync(folder);
    for (const id of [pid, process.ppid]) {
      writeFileSync(`${folder}/document.${host}.${id}.0badb007-1.00000000`, "dead");
      writeFileSync(`${folder}/document.${host}.${id}.0badb007-1.00000000.held`, "");
    }
    expect((await createLeases(folder).take("document", "window")).kind).toBe("taken");
  });

  test("of another machine counts while it gives signs of life", async () => {
    const folder = newFolder();
    mkdirSync(folder);
    const claim = `${folder}/document.ffffffff.1.0badb007-1.00000000`;
    writeFileSync(claim, "far away");
    writeFileSync(`${claim}.held`, "");
    const leases = createLeases(folder);
    expect(await leases.take("document", "window")).toEqual({ kind: "held", holder: { pid: 1, who: "far away" } });
    utimesSync(claim, new Date(), new Date(Date.now() - 10 * 60_000));
    expect((await leases.take("document", "window")).kind).toBe("taken");
  });

  test("cannot be had where there is no folder for it, and says why", async () => {
    const file = dir.write("a-file", "");
    expect(await createLeases(file).take("document", "window")).toMatchObject({ kind: "unavailable", error: { code: "EEXIST" } });
    expect(await createLeases(`${file}/below`).take("document", "window")).toMatchObject({ error: { code: "ENOTDIR" } });
  });
});

describe("of many processes at once", () => {
  test("exactly one takes the lease", { timeout: 60_000 }, async () => {
    const folder = newFolder();
    const holders = await Promise.all(Array.from({ length: 20 }, () => startHolder(folder)));
    expect(holders.filter(({ answer }) => answer === "taken")).toHaveLength(1);
    expect(holders.filter(({ answer }) => answer === "held")).toHaveLength(19);
  });

  test("exactly one takes over that of a dead one", { timeout: 60_000 }, async () => {
    const folder = newFolder();
    const dead = await startHolder(folder);
    dead.process.kill("SIGKILL");
    await once(dead.process, "exit");
    const holders = await Promise.all(Array.from({ length: 20 }, () => startHolder(folder)));
    expect(holders.filter(({ answer }) => answer === "taken")).toHaveLength(1);
  });

  test("never two have it, however often they take it and give it back", { timeout: 60_000 }, async () => {
    const folder = newFolder();
    mkdirSync(folder);
    const runs = Array.from({ length: 20 }, async () => {
      const run = spawn(process.execPath, [dir.file("contend.mjs"), folder, "100"]);
      onTestFinished(() => void run.kill("SIGKILL"));
      const [taken, faults, [code]] = await Promise.all([text(run.stdout), text(run.stderr), once(run, "exit")]);
      return { taken: Number(taken), faults, code };
    });
    const all = await Promise.all(runs);
    expect(all.filter(({ code }) => code !== 0)).toEqual([]);
    expect(all.reduce((sum, { taken }) => sum + taken, 0)).toBeGreaterThan(20);
    rmSync(`${folder}/inside`, { force: true });
    expect(readdirSync(`${folder}/leases`)).toEqual([]);
  });
});
