import type { Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { DataSource, type EntityManager } from 'typeorm';

const KEPT_DAYS = 2;

/** A request repeated with its Idempotency-Key gets the stored answer and has no effect. */
@Injectable()
export class OnceRepository {
  constructor(private readonly db: DataSource) {}

  /** Allows the same request again, because its effect was undone. */
  async forget(tx: EntityManager, caller: Caller, clave: string | null): Promise<void> {
    await tx.query('DELETE FROM acciones WHERE usuario_id = $1 AND clave = $2', [personOf(caller), clave]);
  }

  /** How what a request makes is made once. Other contents sent with the same key make another thing. */
  making(caller: Caller, clave: string | null, request: object) {
    const contents = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
    return <T extends object>(make: (tx: EntityManager) => Promise<T>): Promise<T> =>
      this.once(caller, clave, `crear:${contents}`, make);
  }

  /** `act` runs in a transaction that holds the key. */
  async once<T extends object>(
    caller: Caller,
    clave: string | null,
    accion: string,
    act: (tx: EntityManager) => Promise<T>,
  ): Promise<T> {
    const usuario_id = personOf(caller);
    return this.db.transaction(async (tx) => {
      if (clave === null) return act(tx);
      await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [`acciones:${clave}`, usuario_id]);
      const [known]: { accion: string; respuesta: T }[] = await tx.query(
        'SELECT accion, respuesta FROM acciones WHERE usuario_id = $1 AND clave = $2',
        [usuario_id, clave],
      );
      if (known?.accion === accion) return known.respuesta;
      const respuesta = await act(tx);
      await tx.query(`DELETE FROM acciones WHERE en < now() - interval '${KEPT_DAYS} days'`);
      await tx.query(
        `INSERT INTO acciones (usuario_id, clave, accion, respuesta) VALUES ($1, $2, $3, $4)
         ON CONFLICT (usuario_id, clave) DO UPDATE SET accion = excluded.accion, respuesta = excluded.respuesta, en = now()`,
        [usuario_id, clave, accion, JSON.stringify(respuesta)],
      );
      return respuesta;
    });
  }
}

const personOf = (caller: Caller): number => (caller.tipo === 'persona' ? caller.usuario_id : 0);
