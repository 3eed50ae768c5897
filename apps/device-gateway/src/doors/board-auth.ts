import { clientIdOf, numeroOf } from '@acequia/board-protocol';
import { createHash, timingSafeEqual } from 'node:crypto';
import { ENV, LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';
import type { KnownPlaca } from '../registry/known-placa.js';
import { PlacaDirectory } from '../registry/placa-directory.js';
import { ProjectionRepository } from '../registry/projection.repository.js';

/** CONNACK return codes (MQTT 3.1.1, table 3.1). */
export const IDENTIFIER_REJECTED = 2;
export const BAD_CREDENTIALS = 4;

/** `credencial`: SHA-256 of the password, hex. */
export type Login =
  { placa: KnownPlaca; credencial: string } | { code: typeof IDENTIFIER_REJECTED | typeof BAD_CREDENTIALS };

/** Compared when there is no such board, so that both refusals take the same time. */
const NOBODY = Buffer.alloc(32);

/** Authenticates a connecting board. A password is 192 random bits, so a plain SHA-256 is as good as a slow hash. */
@Injectable()
export class BoardAuthenticator {
  constructor(
    private readonly directory: PlacaDirectory,
    private readonly projection: ProjectionRepository,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(ENV) private readonly env: GatewayEnv,
  ) {}

  /** A refusal is slow on purpose: a second look finds a board that was registered just now. */
  async login(clientId: string, username: string | undefined, password: Buffer | undefined): Promise<Login> {
    const numero = numeroOf(username ?? '');
    if (numero === null || !password) return { code: BAD_CREDENTIALS };
    if (clientId !== clientIdOf(numero)) return { code: IDENTIFIER_REJECTED };
    const digest = createHash('sha256').update(password).digest();
    const placa = this.find(numero, digest) ?? (await this.findLater(numero, digest));
    if (!placa) return { code: BAD_CREDENTIALS };
    const credencial = digest.toString('hex');
    if (placa.used(credencial)) this.remember(placa.placa_id, credencial);
    return { placa, credencial };
  }

  private find(numero: number, digest: Buffer): KnownPlaca | null {
    const placa = this.directory.byNumero(numero);
    const stored = placa?.credentials(Date.now()).map((sha256) => Buffer.from(sha256, 'hex')) ?? [];
    const same = [NOBODY, ...stored].filter((one) => one.length === digest.length && timingSafeEqual(one, digest));
    return same.length > 0 && !same.includes(NOBODY) && placa?.admitted ? placa : null;
  }

  /** Stores the used credential for the other instances and for the next start. */
  private remember(placa_id: number, credencial: string): void {
    this.projection
      .usedCredential(placa_id, credencial)
      .catch((error: unknown) => this.logger.warn({ err: error, placa_id }, 'the use of a credential was not noted'));
  }

  private async findLater(numero: number, digest: Buffer): Promise<KnownPlaca | null> {
    if (this.env.MQTT_REFUSAL_DELAY_MS === 0) return null;
    await new Promise((resolve) => setTimeout(resolve, this.env.MQTT_REFUSAL_DELAY_MS).unref());
    return this.find(numero, digest);
  }
}
