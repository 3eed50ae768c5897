import { Bus } from '@acequia/bus';
import { type Caller, notFound, type Punto, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requestedEmpresa, requireEmpresa } from './access.js';
import type { AlarmTarget } from './subject.js';

const YO = sistema('alerts');
const NOMBRE_MS = 2_000;

type Named = { [K in keyof AlarmTarget]?: AlarmTarget[K] | undefined };

/** Checks who owns the objects that a request names. */
@Injectable()
export class Reach {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
  ) {}

  /** The company of a list; null = all. @throws AppError `no_encontrado` alike for a foreign and an absent one */
  async requested(caller: Caller, requested: number | undefined): Promise<number | null> {
    const empresa_id = requestedEmpresa(caller, requested);
    if (requested !== undefined) await this.exists(requested);
    return empresa_id;
  }

  /**
   * Answers the point, if the object is one.
   * @throws AppError `no_encontrado` unless the company is the caller's and owns the object
   */
  async objeto(caller: Caller, empresa_id: number, objeto: Named): Promise<Punto | null> {
    requireEmpresa(caller, empresa_id);
    await this.exists(empresa_id);
    const { switch_id, dispositivo_id, placa_id, punto_id } = objeto;
    // Ask the owning service: an object created a moment ago may not be projected here yet.
    if (switch_id || dispositivo_id) {
      const switches = switch_id ? [switch_id] : [];
      const dispositivos = dispositivo_id ? [dispositivo_id] : [];
      await this.bus.call('inventario.verificar', { empresa_id, dispositivos, switches }, YO);
    }
    if (placa_id) {
      const placas = await this.bus.call('placas.listar', { empresa_id }, YO);
      if (!placas.some((placa) => placa.placa_id === placa_id)) throw notFound();
    }
    if (!punto_id) return null;
    const puntos = await this.bus.call('puntos.listar', { empresa_id }, YO);
    const punto = puntos.find(({ id }) => id === punto_id);
    if (!punto) throw notFound();
    return punto;
  }

  /** A person's name; a failed lookup does not fail the caller. */
  async nameOf(usuario_id: number): Promise<string> {
    try {
      return (await this.bus.call('usuarios.nombre', { id: usuario_id }, YO, { timeout_ms: NOMBRE_MS })).nombre;
    } catch {
      return `usuario ${usuario_id}`;
    }
  }

  /** A company can be used as soon as its creation was answered, before its event arrives. */
  private async exists(id: number): Promise<void> {
    const rows: unknown[] = await this.db.query('SELECT 1 FROM empresas WHERE id = $1', [id]);
    if (rows.length === 0) await this.bus.call('empresas.ficha', { id }, YO);
  }
}
