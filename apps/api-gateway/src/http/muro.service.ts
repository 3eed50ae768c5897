import { Bus } from '@acequia/bus';
import { AppError, DEFAULT_ZONE, type Muro, type Placa, sistema } from '@acequia/contracts';
import { hashOfToken } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { KnownWalls } from '../limits/known-walls.js';
import { Refusals } from '../limits/refusals.js';

const SELF = sistema('api-gateway');
/** Several screens with one link, or with links to the same company, cost one reading in this time, ms. */
const SHARED_MS = 5_000;
/** Past alarms to look through for the end of the last one. */
const PAST = 50;

const isHealthy = ({ online, reloj_adelantado, reloj_fuera = 0 }: Placa): boolean =>
  online === 1 && reloj_adelantado === 0 && reloj_fuera === 0;

/** What a wall screen reads with the token of its link. */
@Injectable()
export class MuroService {
  private readonly shared = new Map<number | null, { until: number; wall: Promise<Omit<Muro, 'nombre'>> }>();

  constructor(
    private readonly bus: Bus,
    private readonly refusals: Refusals,
    private readonly walls: KnownWalls,
  ) {}

  /** @throws AppError `enlace_invalido`, which counts against the address. */
  async read(token: string, ip: string): Promise<Muro> {
    const hash = hashOfToken(token);
    const { nombre, empresa_id } = await this.bus.call('muros.abrir', { hash }, SELF).catch(async (error: unknown) => {
      if (error instanceof AppError && error.codigo === 'enlace_invalido') {
        this.walls.refuse(hash);
        await this.refusals.count(ip);
      }
      throw error;
    });
    this.walls.accept(hash);
    return { nombre, ...(await this.sharedOf(empresa_id)) };
  }

  private sharedOf(empresa_id: number | null): Promise<Omit<Muro, 'nombre'>> {
    const now = Date.now();
    for (const [key, { until }] of this.shared) if (until < now) this.shared.delete(key);
    let entry = this.shared.get(empresa_id);
    if (!entry) {
      entry = { until: now + SHARED_MS, wall: this.wallOf(empresa_id) };
      entry.wall.catch(() => this.shared.delete(empresa_id));
      this.shared.set(empresa_id, entry);
    }
    return entry.wall;
  }

  /** Every call names the company of the link, because a service may read all companies. */
  private async wallOf(empresa_id: number | null): Promise<Omit<Muro, 'nombre'>> {
    const of = empresa_id === null ? {} : { empresa_id };
    const [all, placas, pulses, avisos, puntos] = await Promise.all([
      this.bus.call('empresas.listar', {}, SELF),
      this.bus.call('placas.listar', of, SELF),
      this.bus.call('situacion.pulso', of, SELF).catch(() => null),
      this.bus.call('avisos.listar', { ...of, estado: 'abierto' }, SELF),
      empresa_id === null ? [] : this.bus.call('puntos.listar', { empresa_id }, SELF).catch(() => []),
    ]);
    const empresas = all.filter(({ id }) => empresa_id === null || id === empresa_id);
    const past = avisos.length > 0 ? [] : await this.bus.call('avisos.listar', { ...of, limit: PAST }, SELF);
    const ends = past.flatMap(({ hasta }) => (hasta === null ? [] : [hasta]));
    return {
      zona_horaria: (empresa_id !== null && empresas[0]?.zona_horaria) || DEFAULT_ZONE,
      empresas: empresas.map(({ id, nombre }) => {
        const inUse = placas.filter((placa) => placa.empresa_id === id && placa.revocada === 0);
        return {
          id,
          nombre,
          placas: inUse.length,
          sanas: inUse.filter(isHealthy).length,
          abiertas: pulses && (pulses.find((one) => one.empresa_id === id)?.abiertas ?? 0),
        };
      }),
      avisos: avisos.map(
        ({ id, empresa_id: of, tipo, severidad, estado, desde, hasta, calma_desde, texto, datos, sitio }) => ({
          id,
          empresa_id: of,
          tipo,
          severidad,
          estado,
          desde,
          hasta,
          calma_desde,
          texto,
          datos,
          sitio,
        }),
      ),
      puntos: puntos
        .filter(({ activo, ts }) => activo === 1 && ts !== null)
        .map(({ id, nombre, sitio, magnitud, cada_s, valor, ts }) => ({
          id,
          nombre,
          sitio,
          magnitud,
          cada_s,
          valor,
          ts,
        })),
      en_orden_desde: ends.length > 0 ? Math.max(...ends) : null,
    };
  }
}
