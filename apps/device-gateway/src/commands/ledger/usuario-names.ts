import { Bus } from '@acequia/bus';
import { sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';

const CALL_TIMEOUT_MS = 1_000;
/** How long a cached name, or the fact that an id is deleted, stays valid; a failed request is cached for less. ms */
const VALID_MS = 300_000;
const FAILURE_VALID_MS = 15_000;
/** Most ids per call. */
const PER_CALL = 1_000;

/** Names of people for lists of who did what. auth-tenancy owns the names; a list must not fail because a name is missing. */
@Injectable()
export class UsuarioNames {
  private readonly known = new Map<number, { nombre: string | null; until: number }>();

  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Names by id; a missing id is deleted, or auth-tenancy did not answer. */
  async of(ids: readonly (number | null)[]): Promise<ReadonlyMap<number, string>> {
    const wanted = [...new Set(ids)].filter((id) => id !== null);
    const now = Date.now();
    const unknown = wanted.filter((id) => (this.known.get(id)?.until ?? 0) <= now);
    for (let i = 0; i < unknown.length; i += PER_CALL) await this.ask(unknown.slice(i, i + PER_CALL));
    return new Map(
      wanted.flatMap((id) => {
        const nombre = this.known.get(id)?.nombre;
        return nombre ? [[id, nombre] as const] : [];
      }),
    );
  }

  private async ask(ids: number[]): Promise<void> {
    const answer = await this.bus
      .call('usuarios.nombres', { ids }, sistema('device-gateway'), { timeout_ms: CALL_TIMEOUT_MS })
      .catch((error: unknown) => {
        this.logger.warn({ err: error, usuarios: ids.length }, 'the names of users could not be asked for');
        return null;
      });
    const now = Date.now();
    const names = new Map(answer?.map(({ id, nombre }) => [id, nombre]));
    for (const id of ids) {
      if (answer) this.known.set(id, { nombre: names.get(id) ?? null, until: now + VALID_MS });
      else this.known.set(id, { nombre: this.known.get(id)?.nombre ?? null, until: now + FAILURE_VALID_MS });
    }
  }
}
