import { clientIdDe, numeroDeUsername } from '@acequia/board-protocol';
import { createHash, timingSafeEqual } from 'node:crypto';
import { ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';
import type { PlacaConocida } from '../projection/placa-conocida.js';
import { PlacaDirectory } from '../projection/placa-directory.js';

/** CONNACK return codes (MQTT 3.1.1, table 3.1). */
export const IDENTIFIER_REJECTED = 2;
export const BAD_CREDENTIALS = 4;

export type Login = { placa: PlacaConocida } | { code: typeof IDENTIFIER_REJECTED | typeof BAD_CREDENTIALS };

/** Compared against when there is no such board, so that both refusals take the same time. */
const NOBODY = Buffer.alloc(32);

/** Who a connecting board is. Its password is 192 random bits, so a plain SHA-256 is as good as a slow hash (design 6). */
@Injectable()
export class BoardAuthenticator {
  constructor(
    private readonly directory: PlacaDirectory,
    @Inject(ENV) private readonly env: GatewayEnv,
  ) {}

  /** A refusal is slow on purpose: it looks a second time, for a board that was registered just now. */
  async login(clientId: string, username: string | undefined, password: Buffer | undefined): Promise<Login> {
    const numero = numeroDeUsername(username ?? '');
    if (numero === null || !password) return { code: BAD_CREDENTIALS };
    if (clientId !== clientIdDe(numero)) return { code: IDENTIFIER_REJECTED };
    const digest = createHash('sha256').update(password).digest();
    const placa = this.find(numero, digest) ?? (await this.findLater(numero, digest));
    return placa ? { placa } : { code: BAD_CREDENTIALS };
  }

  private find(numero: number, digest: Buffer): PlacaConocida | null {
    const placa = this.directory.porNumero(numero);
    const stored = placa?.credencial_sha256 ? Buffer.from(placa.credencial_sha256, 'hex') : NOBODY;
    const same = stored.length === digest.length && timingSafeEqual(stored, digest);
    return same && placa?.admitida ? placa : null;
  }

  private async findLater(numero: number, digest: Buffer): Promise<PlacaConocida | null> {
    if (this.env.MQTT_REFUSAL_DELAY_MS === 0) return null;
    await new Promise((resolve) => setTimeout(resolve, this.env.MQTT_REFUSAL_DELAY_MS).unref());
    return this.find(numero, digest);
  }
}
