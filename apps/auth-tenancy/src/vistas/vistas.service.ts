import { type Caller, vistaAddress, type Vistas } from '@acequia/contracts';
import { requirePerson } from '@acequia/service-kit';
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
    const [row] = await this.dataSource.query<Vistas[]>(READ, [requirePerson(caller).usuario_id]);
    // One of a screen that is no more, or stored before addresses were parsed, is left out.
    return { vistas: (row?.vistas ?? []).filter(({ direccion }) => vistaAddress(direccion) !== null) };
  }

  /** Replaces all of the person's views. */
  async save(caller: Caller, { vistas }: Vistas): Promise<Vistas> {
    await this.dataSource.query(SAVE, [requirePerson(caller).usuario_id, JSON.stringify(vistas)]);
    return { vistas };
  }
}
