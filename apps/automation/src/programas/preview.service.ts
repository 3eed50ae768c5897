import { type Caller, type Preview, PREVIEW_DAYS, type ProgramaTryOut } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { requireAdmin, requireEmpresa } from '../access.js';
import { Calculator } from '../calculation/calculator.service.js';
import { judge } from '../calculation/judge.js';
import { texts } from '../calculation/textos-conflicts.js';
import { ExpectedEnergy } from '../cuenta/expected-energy.js';
import { sunlessDays } from '../expansion/sunless.js';
import { dayAround } from '../expansion/zone-clock.js';
import { AccessService } from '../storage/access.service.js';
import { FarmRepository, withException } from '../storage/farm.repository.js';
import { NamedThings } from '../storage/named-things.js';
import { ProgramasRepository } from '../storage/programas.repository.js';
import { columnsOf } from './columns.js';
import { ConditionsNow } from './conditions-now.service.js';

const DAY_MS = 86_400_000;

/** What a program would do, before it is saved. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly programas: ProgramasRepository,
    private readonly farms: FarmRepository,
    private readonly access: AccessService,
    private readonly calculator: Calculator,
    private readonly things: NamedThings,
    private readonly energy: ExpectedEnergy,
    private readonly conditions: ConditionsNow,
  ) {}

  /** The next two weeks of an unsaved program, or the day of a turn to be moved, together with the company's others. */
  async of(caller: Caller, { id, mover, ...request }: ProgramaTryOut): Promise<Preview> {
    requireAdmin(caller);
    if (id !== undefined) await this.programas.getOrFail(caller, id);
    requireEmpresa(caller, request.empresa_id);
    await this.access.requireEmpresa(request.empresa_id);
    const { definicion } = columnsOf(request);
    await this.things.require(request);
    const known = await this.farms.read(request.empresa_id);
    const farm = mover ? withException(known, mover) : known;
    const now = Date.now();
    const [desde, hasta] = mover ? dayAround(mover.inicio, farm.zona) : [now, now + PREVIEW_DAYS * DAY_MS];
    const stored = (await this.programas.list(caller, request.empresa_id)).filter((otro) => otro.id !== id);
    const others = judge(stored, farm).planned.map((otro) => ({ id: otro.id, definicion: otro.definicion }));
    const programa = { id: id ?? 0, ...definicion };
    const powers = mover
      ? new Map<number, number>()
      : await this.energy.powersHeld(request.empresa_id, farm.switches.keys());
    const asked = { programa, others, farm, powers, desde, hasta };
    const { juntos, ...plan } = await this.calculator.run(request.empresa_id, 'preview', asked);
    if (mover) return plan;
    const preview = {
      ...plan,
      ...(await this.conditions.of(request.empresa_id, farm.zona, request.omitir ?? [], now)),
    };
    if (preview.turnos.length === 0) return preview;
    const energia = await this.energy.of(request.empresa_id, preview.turnos, juntos);
    const days = sunlessDays(programa, farm, desde, hasta);
    return { ...preview, energia, conflictos: [...preview.conflictos, ...sunless(days)] };
  }
}

/** Of a program with other starts: those by the sun that do not happen. */
const sunless = (days: ReturnType<typeof sunlessDays>): Preview['conflictos'] =>
  days.length === 0 ? [] : [{ tipo: 'sin_sol', texto: texts.sunless(days), turno_ids: [] }];
