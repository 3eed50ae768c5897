import { Bus } from '@acequia/bus';
import { AppError, sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';

const ESPERA_MS = 1_000;
/** A name that was told, and that nobody has the id any more, is believed for so long; a failure to ask for less. ms */
const VALE_MS = 300_000;
const FALLO_VALE_MS = 15_000;
/** More than this are never asked for at once. */
const MAXIMO = 50;

/** What people are called, for lists that say who did something. auth-tenancy knows; a list must not fail for want of a name. */
@Injectable()
export class UsuarioNombres {
  private readonly sabidos = new Map<number, { nombre: string | null; hasta: number }>();

  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Names by id; missing = deleted, or it could not be asked. */
  async de(ids: readonly (number | null)[]): Promise<ReadonlyMap<number, string>> {
    const distintos = [...new Set(ids)].filter((id) => id !== null);
    const now = Date.now();
    const dudosos = distintos.filter((id) => (this.sabidos.get(id)?.hasta ?? 0) <= now).slice(0, MAXIMO);
    await Promise.all(dudosos.map((id) => this.preguntar(id)));
    return new Map(
      distintos.flatMap((id) => {
        const nombre = this.sabidos.get(id)?.nombre;
        return nombre ? [[id, nombre] as const] : [];
      }),
    );
  }

  private async preguntar(id: number): Promise<void> {
    try {
      const caller = sistema('device-gateway');
      const { nombre } = await this.bus.call('usuarios.nombre', { id }, caller, { timeout_ms: ESPERA_MS });
      this.sabidos.set(id, { nombre, hasta: Date.now() + VALE_MS });
    } catch (error) {
      if (error instanceof AppError && error.codigo === 'no_encontrado') {
        this.sabidos.set(id, { nombre: null, hasta: Date.now() + VALE_MS });
        return;
      }
      this.logger.warn({ err: error, usuario_id: id }, 'the name of a user could not be asked for');
      const nombre = this.sabidos.get(id)?.nombre ?? null;
      this.sabidos.set(id, { nombre, hasta: Date.now() + FALLO_VALE_MS });
    }
  }
}
