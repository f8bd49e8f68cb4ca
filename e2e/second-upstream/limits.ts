/** The limits of the checkout specification; a burst is what comes within one second. */
export const specified = { burst: 20, minute: 120, hour: 3_600 };
export type Limits = typeof specified;

const windows = { burst: 1_000, minute: 60_000, hour: 3_600_000 } as const;

/** Counts the calls of one key in rolling windows, without those that were refused. */
export class Counter {
  private sent: number[] = [];

  /** Milliseconds to wait; 0 lets the call through. */
  admit(limits: Limits, now = Date.now()): number {
    this.sent = this.sent.filter((at) => at > now - windows.hour);
    const waits = Object.entries(windows).map(([name, ms]) => {
      const blocking = this.sent[this.sent.length - limits[name as keyof Limits]];
      return blocking === undefined ? 0 : blocking + ms - now;
    });
    const wait = Math.max(0, ...waits);
    if (wait === 0) this.sent.push(now);
    return wait;
  }

  minute(limits: Limits, now = Date.now()): { remaining: number; resetAt: number } {
    const recent = this.sent.filter((at) => at > now - windows.minute);
    return { remaining: limits.minute - recent.length, resetAt: (recent[0] ?? now) + windows.minute };
  }
}
