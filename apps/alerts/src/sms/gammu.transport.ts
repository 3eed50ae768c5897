import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { readdir, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AlertsEnv } from '../env.js';
import type { Sms, SmsReply, SmsResult, SmsTransport } from './transport.js';

/** What the modem has not sent by then is taken back, ms. */
const PATIENCE_MS = 180_000;
/** The daemon writes a received message in place: read it when it has rested, ms. */
const RESTED_MS = 2_000;
/** `IN<date>_<time>_<serial>_<sender>_<sequence>.<ext>` (gammu-smsd-files(7)). */
const RECEIVED = /^IN\d{8}_\d{6}_\d\d_(\+\d{8,15})_\d\d\.txt$/;

const WAITING = { kind: 'waiting' } as const;

/** The folders of gammu-smsd's files backend: `outbox`, `sent`, `error` and `inbox` in one folder. */
@Injectable()
export class GammuTransport implements SmsTransport {
  constructor(
    @Inject(ENV) private readonly env: AlertsEnv,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get isSet(): boolean {
    return this.env.SMS_GAMMU_FOLDER !== undefined;
  }

  async send(sms: Sms): Promise<SmsResult> {
    const name = nameOf(sms);
    try {
      // The daemon skips what begins with a dot, so it never reads half a file.
      await writeFile(this.at('outbox', `.${name}`), unicodeOf(sms.texto));
      await rename(this.at('outbox', `.${name}`), this.at('outbox', name));
      return WAITING;
    } catch (error) {
      this.logger.warn({ err: error }, 'the folder of gammu-smsd could not be written');
      return { kind: 'unreached', detalle: { codigo: 'sms_sin_servicio' } };
    }
  }

  async state(sms: Sms, since: number): Promise<SmsResult> {
    const name = nameOf(sms);
    if (await this.has('sent', name)) return { kind: 'sent' };
    if (await this.has('error', name)) return { kind: 'ended', detalle: { codigo: 'sms_modem_rechaza' } };
    const waits = await this.has('outbox', name);
    if (waits && Date.now() - since < PATIENCE_MS) return WAITING;
    if (waits) return this.takeBack(name);
    // It left the outbox between the looks.
    if (await this.has('sent', name)) return { kind: 'sent' };
    return { kind: 'ended', detalle: { codigo: 'sms_sin_respuesta' } };
  }

  /** Whether messages leave: none has waited in the outbox for longer than a modem takes. */
  async isMoving(): Promise<boolean> {
    try {
      const names = (await readdir(this.at('outbox'))).filter((name) => name.startsWith('OUT'));
      const ages = await Promise.all(names.map((name) => this.age('outbox', name)));
      return ages.every((age) => age < PATIENCE_MS / 3);
    } catch {
      return false;
    }
  }

  /** Takes every received message to its reader, and removes those that it has dealt with. */
  async receive(read: (reply: SmsReply) => Promise<void>): Promise<void> {
    const names = (await readdir(this.at('inbox'))).filter((name) => name.startsWith('IN')).sort();
    for (const name of names) {
      if ((await this.age('inbox', name)) < RESTED_MS) continue;
      const numero = RECEIVED.exec(name)?.[1];
      const content = await readFile(this.at('inbox', name)).catch(() => null);
      if (content === null) continue;
      // A code is of digits, which every InboxFormat writes alike but for the zeros of UTF-16.
      if (numero) await read({ numero, texto: content.toString('latin1').replaceAll('\0', '') });
      await unlink(this.at('inbox', name)).catch(() => undefined);
    }
  }

  private async takeBack(name: string): Promise<SmsResult> {
    const ended = await unlink(this.at('outbox', name)).then(
      () => 'sms_modem_ocupado' as const,
      () => 'sms_sin_respuesta' as const,
    );
    return { kind: 'ended', detalle: { codigo: ended } };
  }

  private has(folder: string, name: string): Promise<boolean> {
    return stat(this.at(folder, name)).then(
      () => true,
      () => false,
    );
  }

  /** 0 for a file that has gone. */
  private age(folder: string, name: string): Promise<number> {
    return stat(this.at(folder, name)).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
  }

  private at(...path: string[]): string {
    return join(this.env.SMS_GAMMU_FOLDER ?? '', ...path);
  }
}

/** `OUT<priority>_<recipient>_<serial>.<ext>` (gammu-smsd-files(7)). */
const nameOf = ({ clave, numero }: Sms): string => `OUTA_${numero}_${clave}.txt`;

/** UTF-16 with its mark: without it the daemon guesses the encoding by its locale. */
const unicodeOf = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
