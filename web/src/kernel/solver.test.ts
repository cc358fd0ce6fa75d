import { describe, expect, it } from "vitest";

import { KernelError } from "./errors";
import { Solver } from "./solver";
import type { Analysis } from "./types";
import type { Answer, Question } from "./worker";

/** A worker that remembers what it was asked and answers when it is told to. */
class FakeWorker {
  onmessage: ((event: { data: Answer }) => void) | null = null;
  onerror: ((event: { message: string; preventDefault: () => void }) => void) | null = null;
  questions: Question[] = [];
  ended = false;

  postMessage(question: Question): void {
    this.questions.push(question);
  }

  terminate(): void {
    this.ended = true;
  }

  answer(found: number | string): void {
    const analysis = { value: found } as Analysis;
    this.onmessage?.({ data: { found: typeof found === "string" ? found : analysis } });
  }

  refuse(code: KernelError["code"]): void {
    this.onmessage?.({ data: { refused: { code, text: "1.1", place: 3, message: "no", refusal: 40 } } });
  }

  fail(): void {
    this.onerror?.({ message: "no such file", preventDefault: () => undefined });
  }
}

function hire(): { solver: Solver; workers: FakeWorker[]; last: () => FakeWorker } {
  const workers: FakeWorker[] = [];
  const solver = new Solver(() => {
    workers.push(new FakeWorker());
    return last() as unknown as Worker;
  });
  const last = (): FakeWorker => workers.at(-1) ?? new FakeWorker();
  return { solver, workers, last };
}

describe("the solver of the page", () => {
  it("starts no worker before the first question, and keeps it for the next ones", async () => {
    const { solver, workers, last } = hire();
    expect(workers).toHaveLength(0);
    for (const value of [0.5, 0]) {
      const answer = solver.analyze("standard", "-", "lines");
      last().answer(value);
      expect((await answer).value).toBe(value);
    }
    expect(workers).toHaveLength(1);
    expect(last().questions).toEqual(
      Array(2).fill({ ask: "analysis", rules: "standard", position: "-", depth: "lines" }),
    );
  });

  it("asks what a level plays, in the same worker", async () => {
    const { solver, workers, last } = hire();
    const analysis = solver.analyze("standard", "-");
    last().answer(0.5);
    await analysis;
    const choice = solver.choose("coin", "19", 3, 2n ** 64n - 1n, 7n);
    last().answer("1-5");
    expect(await choice).toBe("1-5");
    const [, asked] = last().questions;
    expect(asked).toEqual({ ask: "choice", rules: "coin", position: "19", level: 3, seed: 2n ** 64n - 1n, game: 7n });
    expect(workers).toHaveLength(1);
  });

  it("starts its worker ahead of the first question when told to, and only once", async () => {
    const { solver, workers, last } = hire();
    solver.prepare();
    solver.prepare();
    expect(workers).toHaveLength(1);
    expect(last().questions).toHaveLength(0);
    const answer = solver.analyze("standard", "-");
    last().answer(0.5);
    await answer;
    expect(workers).toHaveLength(1);
  });

  it("asks for everything unless told otherwise", () => {
    const { solver, last } = hire();
    void solver.analyze("coin", "12");
    expect(last().questions[0]).toMatchObject({ depth: "full" });
  });

  it("gives up the running question for a later one, with its worker", async () => {
    const { solver, workers, last } = hire();
    const early = solver.analyze("standard", "-");
    const late = solver.analyze("standard", "12");
    await expect(early).rejects.toMatchObject({ name: "AbortError" });
    expect(workers.map((worker) => worker.ended)).toEqual([true, false]);
    workers[0]?.answer(1);
    last().answer(0.5);
    expect((await late).value).toBe(0.5);
  });

  it("stops when asked to, even with nothing to stop, and can go on", async () => {
    const { solver, workers, last } = hire();
    solver.stop();
    const given = solver.analyze("standard", "-");
    solver.stop();
    await expect(given).rejects.toMatchObject({ name: "AbortError" });
    expect(last().ended).toBe(true);
    const next = solver.analyze("standard", "-");
    last().answer(0.5);
    await next;
    expect(workers).toHaveLength(2);
  });

  it("passes refusals on as errors of the kernel, and its worker goes on", async () => {
    const { solver, workers, last } = hire();
    const refused = solver.analyze("standard", "1.1");
    last().refuse("bad_position");
    await expect(refused).rejects.toBeInstanceOf(KernelError);
    await expect(refused).rejects.toMatchObject({
      code: "bad_position",
      text: "1.1",
      place: 3,
      message: "no",
      refusal: 40,
    });
    void solver.analyze("standard", "-");
    expect(workers).toHaveLength(1);
  });

  it.each([
    ["its kernel", (worker: FakeWorker) => worker.refuse("bad_module")],
    ["its script", (worker: FakeWorker) => worker.fail()],
  ])("tries again with a new worker when one could not load %s", async (_, breakDown) => {
    const { solver, workers, last } = hire();
    const first = solver.analyze("standard", "-");
    breakDown(last());
    await expect(first).rejects.toMatchObject({ code: "bad_module" });
    expect(workers[0]?.ended).toBe(true);
    const second = solver.analyze("standard", "-");
    last().answer(0.5);
    expect((await second).value).toBe(0.5);
  });
});
