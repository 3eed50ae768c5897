import type { GuardNews } from './guard-news.js';

/** Longest that anything is kept here without looking at Redis again, ms: what a lost message can cost. */
export const RECENT_MS = 1_000;
/** Past so many it starts anew. */
const MOST = 20_000;

interface Kept<T> {
  value: T;
  until: number;
}

/** What this process read a moment ago, as long as no guard was changed meanwhile. */
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

  /** Call it before looking at Redis: what is found may be kept only if nothing happened since. */
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
