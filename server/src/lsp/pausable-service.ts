import type { Service } from "../workspace/service.js";

/** A service that evaluates nothing of some documents for a while: a reply is being written into them. */
export interface PausableService extends Service {
  /** From now on evaluations of the document are undefined, and those that run are given up. */
  pause(uri: string): void;
  resume(uri: string): void;
  isPaused(uri: string): boolean;
}

/** Makes every evaluation of a service one that can be paused, whoever asks for it. */
export function createPausableService(service: Service): PausableService {
  const paused = new Set<string>();
  /** What stops the evaluations that run, by document. */
  const running = new Map<string, Set<AbortController>>();

  return {
    ...service,
    async evaluate(snapshot, options = {}) {
      const { uri } = snapshot;
      if (paused.has(uri)) return undefined;
      const stop = new AbortController();
      const stops = running.get(uri) ?? new Set();
      running.set(uri, stops.add(stop));
      const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
      try {
        return await service.evaluate(snapshot, { ...options, signal });
      } finally {
        stops.delete(stop);
        if (stops.size === 0 && running.get(uri) === stops) running.delete(uri);
      }
    },
    pause(uri) {
      paused.add(uri);
      for (const stop of running.get(uri) ?? []) stop.abort();
    },
    resume: (uri) => void paused.delete(uri),
    isPaused: (uri) => paused.has(uri),
  };
}
