import type { CallResponse } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FAILED, UNTAKEN } from './failed.sql.js';
import { type FailedTurn, failuresOf } from './failures.js';

type Answer = CallResponse<'turnos.fallidos'>;

/** What alerts tells of turns. It follows from what is stored, so that nothing is lost or told twice while a service is down. */
@Injectable()
export class FailedService {
  constructor(private readonly db: DataSource) {}

  async failed(now = Date.now()): Promise<Answer> {
    const [turns, untaken] = await Promise.all([
      this.db.query<(Omit<FailedTurn, 'inicio'> & { inicio: string })[]>(FAILED, [now]),
      this.db.query<(Omit<Answer['sin_tomar'][number], 'inicio'> & { inicio: string })[]>(UNTAKEN, [now]),
    ]);
    const withTime = <Row extends { inicio: string }>(row: Row) => ({ ...row, inicio: Number(row.inicio) });
    return { fallidos: failuresOf(turns.map(withTime)), sin_tomar: untaken.map(withTime) };
  }
}
