import { Bus } from '@acequia/bus';
import { type Caller, notFound, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requestedEmpresa, requireEmpresa } from './access.js';
import type { AlarmTarget } from './subject.js';

const YO = sistema('alerts');
const NOMBRE_MS = 2_000;

type Named = { [K in keyof AlarmTarget]?: AlarmTarget[K] | undefined };

/** Whose things a request names. */
@Injectable()
export class Reach {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
  ) {}

  /** The company a list is about; null = every one. @throws AppError `no_encontrado` alike for a foreign and an absent one */
  async requested(caller: Caller, requested: number | undefined): Promise<number | null> {
    const empresa_id = requestedEmpresa(caller, requested);
    if (requested !== undefined) await this.exists(requested);
    return empresa_id;
  }

  /** @throws AppError `no_encontrado` unless the company is the caller's, and the thing the company's */
  async objeto(caller: Caller, empresa_id: number, objeto: Named): Promise<void> {
    requireEmpresa(caller, empresa_id);
    await this.exists(empresa_id);
    const { switch_id, dispositivo_id, placa_id } = objeto;
    // Asked of their owner: what was made a moment ago may not be known here yet.
    if (switch_id || dispositivo_id) {
      const switches = switch_id ? [switch_id] : [];
      const dispositivos = dispositivo_id ? [dispositivo_id] : [];
      await this.bus.call('inventario.verificar', { empresa_id, dispositivos, switches }, YO);
    }
    if (!placa_id) return;
    const placas = await this.bus.call('placas.listar', { empresa_id }, YO);
    if (!placas.some((placa) => placa.placa_id === placa_id)) throw notFound();
  }

  /** What somebody is called; nothing fails for want of a name. */
  async nombreDe(usuario_id: number): Promise<string> {
    try {
      return (await this.bus.call('usuarios.nombre', { id: usuario_id }, YO, { timeout_ms: NOMBRE_MS })).nombre;
    } catch {
      return `usuario ${usuario_id}`;
    }
  }

  /** A company can be used as soon as its creation was answered, before any event told of it. */
  private async exists(id: number): Promise<void> {
    const rows: unknown[] = await this.db.query('SELECT 1 FROM empresas WHERE id = $1', [id]);
    if (rows.length === 0) await this.bus.call('empresas.ficha', { id }, YO);
  }
}
