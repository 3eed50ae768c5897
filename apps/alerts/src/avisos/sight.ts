import { type Asignaciones, type Caller, callerEmpresa, type NombreDeSwitch } from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Reader } from '../readable.js';

/** Which alarms a caller may see: null in each place = no limit. */
export interface Vista {
  empresa_id: number | null;
  switches: readonly number[] | null;
  dispositivos: readonly number[] | null;
}

/** What a caller may see of alarms, and which names in them. */
@Injectable()
export class Sight {
  constructor(
    private readonly db: DataSource,
    private readonly grants: GrantsReader,
  ) {}

  async of(caller: Caller, empresa_id: number | null): Promise<Vista> {
    const granted = await this.grantedTo(caller);
    if (granted === null) return { empresa_id, switches: null, dispositivos: null };
    const { switches, dispositivos } = granted;
    return { empresa_id: callerEmpresa(caller), switches, dispositivos };
  }

  /** null = they may know every name. */
  async readerOf(caller: Caller): Promise<Reader | null> {
    const granted = await this.grantedTo(caller);
    if (granted === null) return null;
    const [switches, dispositivos] = await Promise.all([
      this.db.query<({ id: number } & NombreDeSwitch)[]>('SELECT id, zona, nombre FROM switches WHERE id = ANY($1)', [
        granted.switches,
      ]),
      this.db.query<{ nombre: string }[]>('SELECT nombre FROM dispositivos WHERE id = ANY($1)', [granted.dispositivos]),
    ]);
    return {
      switches: new Map(switches.map(({ id, ...name }) => [id, name])),
      dispositivos: new Set(dispositivos.map(({ nombre }) => nombre)),
    };
  }

  /** null = everything. */
  private async grantedTo(caller: Caller): Promise<Asignaciones | null> {
    return caller.tipo === 'sistema' || caller.rol !== 'usuario' ? null : this.grants.ofCaller(caller);
  }
}
