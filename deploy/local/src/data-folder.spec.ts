import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolder, KEY_FILES, writePrivate } from './data-folder.js';

describe('the keys of a data folder', () => {
  let folder: DataFolder;
  beforeEach(() => (folder = new DataFolder(mkdtempSync(join(tmpdir(), 'acequia-keys-')))));
  afterEach(() => rmSync(folder.path, { recursive: true }));

  it('are made once, for their owner only, unless they are given', () => {
    const { current, previous } = folder.keys({});
    expect(current).toMatch(/^[0-9a-f]{64}$/);
    expect(previous).toBeUndefined();
    expect(folder.keys({}).current).toBe(current);
    expect(statSync(folder.file(KEY_FILES.current)).mode & 0o777).toBe(0o600);
    const given = { ACEQUIA_SECRET_KEY: 'a'.repeat(32), ACEQUIA_SECRET_KEY_PREVIOUS: 'b'.repeat(32) };
    expect(folder.keys(given)).toEqual({ current: 'a'.repeat(32), previous: 'b'.repeat(32) });
  });

  it('rotate by a next key that becomes the current one, and the previous one goes when it is dropped', () => {
    const { current: old } = folder.keys({});
    folder.prepareNextKey();
    const next = folder.keyIn(KEY_FILES.next);
    folder.prepareNextKey();
    expect(folder.keyIn(KEY_FILES.next)).toBe(next);
    folder.promoteNextKey();
    expect(folder.keys({})).toEqual({ current: next, previous: old });
    // A rotation that is not finished is gone on with: the key before it may still be needed.
    folder.prepareNextKey();
    folder.promoteNextKey();
    expect(folder.keys({})).toEqual({ current: next, previous: old });
    folder.dropPreviousKey();
    expect(folder.keys({})).toEqual({ current: next, previous: undefined });
  });

  it('are all there when a rotation is cut short between its two files', () => {
    const { current: old } = folder.keys({});
    folder.prepareNextKey();
    const next = folder.keyIn(KEY_FILES.next);
    writePrivate(folder.file(KEY_FILES.previous), old);
    folder.promoteNextKey();
    expect(folder.keys({})).toEqual({ current: next, previous: old });
  });
});
