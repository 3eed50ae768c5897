import { mkdtempSync, readFileSync, rmSync, type WriteStream, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readVault, VaultWriter } from './vault.js';

const PASSPHRASE = 'una frase de prueba';

describe('the file of a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-vault-'));
  const file = join(folder, 'one');
  const other = join(folder, 'other');
  const large = Buffer.alloc(2_500_000, 7);
  const read = async (path: string, passphrase = PASSPHRASE): Promise<Record<string, Buffer>> => {
    const parts: Record<string, Buffer> = {};
    for await (const { section, data } of readVault(path, passphrase))
      parts[section] = Buffer.concat([parts[section] ?? Buffer.alloc(0), data]);
    return parts;
  };

  beforeAll(async () => {
    const vault = VaultWriter.create(file, PASSPHRASE);
    await vault.add('manifest', [Buffer.from('{}')]);
    await vault.add('cluster', [large, Buffer.from('end')]);
    expect(await vault.close()).toBe(readFileSync(file).length);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('gives back what was put in, part by part', async () => {
    const { manifest, cluster } = await read(file);
    expect(manifest?.toString()).toBe('{}');
    expect(cluster?.equals(Buffer.concat([large, Buffer.from('end')]))).toBe(true);
  });

  it('gathers no listeners while a large one is written, which Node would warn about', async () => {
    const vault = VaultWriter.create(other, PASSPHRASE);
    const stream = Reflect.get(vault, 'file') as WriteStream;
    const before = stream.listenerCount('close');
    await vault.add('cluster', Array<Buffer>(20).fill(large));
    expect(stream.listenerCount('close')).toBe(before);
    await vault.close();
  });

  it('tells a wrong passphrase from a damaged file', async () => {
    await expect(read(file, 'otra frase de prueba')).rejects.toThrow('ACEQUIA_BACKUP_PASSPHRASE no es la de');
    writeFileSync(other, 'una carta\n');
    await expect(read(other)).rejects.toThrow('no es un respaldo de Acequia');
  });

  it('notices every byte that was changed, cut or moved', async () => {
    const bytes = readFileSync(file);
    const start = bytes.indexOf(10) + 1;
    for (const at of [start, start + 1, start + 5, start + 30, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      writeFileSync(other, changed);
      await expect(read(other)).rejects.toThrow('está dañado o incompleto');
    }
    for (const length of [bytes.length - 1, bytes.length - 21, start + 3, start]) {
      writeFileSync(other, bytes.subarray(0, length));
      await expect(read(other)).rejects.toThrow('está dañado o incompleto');
    }
    const [first, second] = [bytes.subarray(start, start + 23), bytes.subarray(start + 23)];
    writeFileSync(other, Buffer.concat([bytes.subarray(0, start), second, first]));
    await expect(read(other)).rejects.toThrow('está dañado o incompleto');
  });

  it('says when the disk takes no more', async () => {
    const vault = VaultWriter.create(join(folder, 'no/such/folder'), PASSPHRASE);
    const writing = async (): Promise<void> => {
      await vault.add('manifest', [large]);
      await vault.close();
    };
    await expect(writing()).rejects.toThrow('ENOENT');
  });
});
