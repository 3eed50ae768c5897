/** A position in PostgreSQL's log, e.g. `16/B374D848`, as a number. */
export const positionOf = (lsn: string): bigint => {
  const [high, low] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
};

/** What the primary had stored when. */
interface Mark {
  at: number;
  position: bigint;
}

/** Tells until when a standby has replayed its primary, by the clock of this process alone. Times in ms. */
export class Replayed {
  private marks: Mark[] = [];
  /** Everything that the primary had stored then is on the standby too. */
  until = -Infinity;

  /** @param stored the primary's position at `at` @param replayed the standby's, asked later */
  note(at: number, stored: bigint, replayed: bigint): void {
    this.marks.push({ at, position: stored });
    for (const mark of this.marks) if (mark.position <= replayed) this.until = mark.at;
    this.marks = this.marks.filter((mark) => mark.at > this.until).slice(-MARKS);
  }

  /** Nothing is known of the standby any more. */
  forget(): void {
    this.marks = [];
    this.until = -Infinity;
  }
}

/** Older marks say nothing of use: a standby so late is not asked. */
const MARKS = 10;
