import { AppError, type Caller, type Vistas } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

const READ = 'SELECT vistas FROM vistas WHERE usuario_id = $1';
const SAVE = `INSERT INTO vistas (usuario_id, vistas) VALUES ($1, $2)
  ON CONFLICT (usuario_id) DO UPDATE SET vistas = excluded.vistas`;

/** The views of lists that a person keeps: each sees only their own. */
@Injectable()
export class VistasService {
  constructor(private readonly dataSource: DataSource) {}

  async read(caller: Caller): Promise<Vistas> {
    const [row] = await this.dataSource.query<Vistas[]>(READ, [personOf(caller)]);
    return { vistas: row?.vistas ?? [] };
  }

  /** Replaces all of the person's views. */
  async save(caller: Caller, { vistas }: Vistas): Promise<Vistas> {
    await this.dataSource.query(SAVE, [personOf(caller), JSON.stringify(vistas)]);
    return { vistas };
  }
}

/** @throws AppError `sin_permiso` for a service. */
function personOf(caller: Caller): number {
  if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
  return caller.usuario_id;
}
