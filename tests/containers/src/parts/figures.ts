import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { cached } from './run.js';

const FILE = join(cached(), 'figures.txt');

/** Does something and notes what it answers, or else how many seconds it took. */
export const figure = async (name: string, work: () => Promise<unknown> | unknown): Promise<void> => {
  const began = Date.now();
  const answer = await work();
  const value = typeof answer === 'number' || name === 'memory' ? answer : Math.round((Date.now() - began) / 100) / 10;
  const line = `${new Date().toISOString()} ${name}: ${String(value)}\n`;
  appendFileSync(FILE, line);
  process.stderr.write(line);
};
