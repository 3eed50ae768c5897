import type { StatusMessage } from '@acequia/board-protocol';
import { isNewer, type Version } from './board-clock.js';

export type DocumentName = 'config' | 'agenda' | 'control';
type Refused = NonNullable<StatusMessage['refused']>[number];

/** What a board tells of the documents that it took or refused. */
export class DocumentHistory {
  /** Documents whose present version is of an older installation than the one before it. */
  private readonly older = new Set<DocumentName>();
  /** Of those whose last one was refused. */
  private readonly refused = new Map<DocumentName, Refused['why']>();

  /** It took `next`. */
  took(name: DocumentName, next: Version, before: Version | null): void {
    this.refused.delete(name);
    if (!isNewer(next, before)) return;
    if (before && next.epoch < before.epoch) this.older.add(name);
    else this.older.delete(name);
  }

  unreadable(name: DocumentName): void {
    this.refused.set(name, 'unreadable');
  }

  /** The same version again is no refusal. */
  notNewer(name: DocumentName, { epoch, rev }: Version, before: Version | null): void {
    if (before?.epoch === epoch && before.rev === rev) this.refused.delete(name);
    else this.refused.set(name, 'older');
  }

  get told(): Pick<StatusMessage, 'older' | 'refused'> {
    const names = ['config', 'agenda', 'control'] as const;
    const refused = names.flatMap((doc): Refused[] => {
      const why = this.refused.get(doc);
      return why === undefined ? [] : [{ doc, why }];
    });
    return { ...(this.older.size > 0 && { older: [...this.older] }), ...(refused.length > 0 && { refused }) };
  }
}
