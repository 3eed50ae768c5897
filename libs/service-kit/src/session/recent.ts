import type { GuardNews } from './guard-news.js';

/** Longest that a value is kept without reading Redis again, ms: the most that a lost message can cost. */
export const RECENT_MS = 1_000;
/** Maximum number of entries; at the limit all are dropped. */
const MOST = 20_000;

interface Kept<T> {
  value: T;
  until: number;
}

/** Values that this process read a moment ago; dropped when any guard changes. */
export class Recent<T> {
  private entries = new Map<string, Kept<T>>();
  private age: number | null = null;

  constructor(
    private readonly news: GuardNews,
    private readonly now: () => number,
  ) {}

  get(key: string): T | undefined {
    this.forget();
    const kept = this.entries.get(key);
    return kept && this.now() < kept.until ? kept.value : undefined;
  }

  /** Call before reading Redis: the returned function keeps a value only if no guard changed since. */
  looking(): (key: string, value: T, life_ms: number) => void {
    const { age } = this.news;
    const asked = this.now();
    return (key, value, life_ms) => {
      if (age === null || age !== this.news.age) return;
      this.forget();
      if (this.entries.size >= MOST) this.entries.clear();
      this.entries.set(key, { value, until: asked + Math.min(life_ms, RECENT_MS) });
    };
  }

  private forget(): void {
    const { age } = this.news;
    if (age === this.age) return;
    this.age = age;
    this.entries.clear();
  }
}
