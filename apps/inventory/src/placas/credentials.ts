import { createHash, randomBytes } from 'node:crypto';
import { CREDENCIAL_CONTEXT } from '@acequia/contracts';
import { ENV, SecretBox } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { InventoryEnv } from '../env.js';
import type { PlacaEntity } from './placa.entity.js';

const BYTES = 24;

export interface Credencial {
  /** The plain password; shown once. */
  password: string;
  /** The stored columns. */
  columnas: Pick<PlacaEntity, 'credencial_sha256' | 'credencial_cifrada'>;
}

/** Plain SHA-256: 192 random bits need no slow hash, which 5,000 simultaneous reconnects could not afford. */
export const sha256 = (password: string): string => createHash('sha256').update(password, 'utf8').digest('hex');

@Injectable()
export class Credentials {
  /** An external Mosquitto keeps its own accounts and must be given the password itself. */
  private readonly seal: boolean;

  constructor(
    private readonly secretos: SecretBox,
    @Inject(ENV) env: Pick<InventoryEnv, 'MQTT_URL' | 'MQTT_BROKER_AUTH'>,
  ) {
    this.seal = env.MQTT_URL !== undefined && env.MQTT_BROKER_AUTH === 'mosquitto-dynsec';
  }

  /**
   * Whether a replaced password stays valid beside the new one: an external Mosquitto has one password per user name, the board's number.
   */
  get coexist(): boolean {
    return !this.seal;
  }

  /** Issues a new password of 192 random bits. */
  emit(): Credencial {
    const password = randomBytes(BYTES).toString('base64url');
    const credencial_cifrada = this.seal ? this.secretos.encrypt(password, CREDENCIAL_CONTEXT) : null;
    return { password, columnas: { credencial_sha256: sha256(password), credencial_cifrada } };
  }
}
