import { Injectable } from '@nestjs/common';

/** Most links that are remembered; the oldest go first. */
const MOST = 10_000;

/** The links of wall screens that were last accepted, by hash. Only these have a share of their own: anybody can make up a token. */
@Injectable()
export class KnownWalls {
  private readonly accepted = new Set<string>();

  has(hash: string): boolean {
    return this.accepted.has(hash);
  }

  accept(hash: string): void {
    this.accepted.delete(hash);
    this.accepted.add(hash);
    for (const oldest of this.accepted) {
      if (this.accepted.size <= MOST) return;
      this.accepted.delete(oldest);
    }
  }

  refuse(hash: string): void {
    this.accepted.delete(hash);
  }
}
