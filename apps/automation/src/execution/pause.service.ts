import type { Caller, Programa } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { ProgramasService } from '../programas/programas.service.js';
import { OnceRepository } from '../storage/once.repository.js';
import { TurnChange } from './turn-change.js';

/** Pauses a program, and lets it go on. */
@Injectable()
export class PauseService {
  constructor(
    private readonly onceOnly: OnceRepository,
    private readonly programas: ProgramasService,
    private readonly turns: TurnChange,
  ) {}

  async pausar(caller: Caller, id: number, pausado: 0 | 1, clave: string | null): Promise<Programa> {
    await this.turns.operableProgram(caller, id);
    return this.onceOnly.once(caller, clave, `pausar:${id}:${pausado}`, () =>
      this.programas.pausar(caller, id, pausado),
    );
  }
}
