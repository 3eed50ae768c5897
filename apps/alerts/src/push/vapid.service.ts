import { ENV, SecretBox } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import webpush from 'web-push';
import type { AlertsEnv } from '../env.js';

export const VAPID_CONTEXT = 'vapid.claves';
const NAME = 'vapid';

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** The installation's VAPID key pair: generated once and stored sealed. A new pair would end every subscription. */
@Injectable()
export class VapidService {
  private loaded: Promise<VapidKeys> | undefined;

  constructor(
    private readonly db: DataSource,
    private readonly secrets: SecretBox,
    @Inject(ENV) private readonly env: AlertsEnv,
  ) {}

  keys(): Promise<VapidKeys> {
    const loading = (this.loaded ??= this.load());
    loading.catch(() => (this.loaded = undefined));
    return loading;
  }

  private async load(): Promise<VapidKeys> {
    const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = this.env;
    if (publicKey && privateKey) return { publicKey, privateKey };
    const sealed = this.secrets.encrypt(JSON.stringify(webpush.generateVAPIDKeys()), VAPID_CONTEXT);
    // The first instance generates the pair; the others read it.
    await this.db.query('INSERT INTO claves (nombre, valor_cifrado) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      NAME,
      sealed,
    ]);
    const [row]: { valor_cifrado: string }[] = await this.db.query(
      'SELECT valor_cifrado FROM claves WHERE nombre = $1',
      [NAME],
    );
    return JSON.parse(this.secrets.decrypt(row?.valor_cifrado ?? '', VAPID_CONTEXT)) as VapidKeys;
  }
}
