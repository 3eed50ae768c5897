import { AppError, type Caller, type Turno } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { People } from '../people.js';
import { asJson } from '../storage/motivo.js';
import { texts } from './textos.js';
import { TurnChange } from './turn-change.js';

/** Skips what a program would do next. */
@Injectable()
export class SkipRunService {
  constructor(
    private readonly turns: TurnChange,
    private readonly people: People,
  ) {}

  /** Skips the next run of a program, all of its turns. */
  async omitir(caller: Caller, id: number, clave: string | null): Promise<Turno[]> {
    const programa = await this.turns.operableProgram(caller, id);
    const who = await this.people.of(caller);
    const skipped = await this.turns.once(caller, clave, `omitir:${id}`, programa.empresa_id, async (tx) => {
      const [rows]: [{ turno_id: string }[], number] = await tx.query(
        `UPDATE turnos SET estado = 'omitido', motivo = NULL, motivos = $3, fijo = true
         WHERE empresa_id = $4 AND programa_id = $1 AND estado = 'previsto' AND inicio > $2 AND riego =
           (SELECT min(riego) FROM turnos WHERE empresa_id = $4 AND programa_id = $1 AND estado = 'previsto' AND inicio > $2)
         RETURNING turno_id`,
        [id, Date.now(), asJson([{ codigo: 'omitido_por', nombre: who }]), programa.empresa_id],
      );
      if (rows.length === 0) throw new AppError('turno_terminado', { texto: texts.noNextRun });
      return this.turns.stored(
        tx,
        caller,
        rows.map(({ turno_id }) => turno_id),
      );
    });
    return this.turns.seenBy(caller, skipped);
  }
}
