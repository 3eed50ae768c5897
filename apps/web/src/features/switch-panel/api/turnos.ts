import type { SwitchControl, SwitchEnVivo, Turno } from '@acequia/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mandosOf } from '../../../entities/programa/mandos.js';
import { overlapOf } from '../../../entities/programa/of-switch.js';
import { texts as programTexts } from '../../../entities/programa/textos.js';
import { TURNOS_KEY, turnosOf } from '../../../entities/programa/turnos.js';
import { mostOf } from '../../../entities/switch/on-duration.js';
import { useOrder } from '../../../entities/switch/use-order.js';
import { reasonOf } from '../../../components/form/failure.js';
import { toast } from '../../../components/toasts.js';
import { api } from '../../../lib/http/api-client.js';
import { newIdempotencyKey } from '../../../lib/http/idempotency-key.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { closingOf } from '../../../entities/programa/closing.js';
import { texts } from '../textos.js';

const NONE: readonly Turno[] = [];
/** Today's turns of a company's switches, null = of the person's; empty until they load. */
export const useTurnos = (empresaId: number | null = null): readonly Turno[] =>
  useQuery(turnosOf({ empresaId })).data ?? NONE;

/** What controls each of these switches, by its id; empty until that loads. */
export function useControls(empresaId: number | null = null): ReadonlyMap<number, SwitchControl> {
  const { data } = useQuery(mandosOf(empresaId));
  return useMemo(() => new Map(data?.map((one) => [one.switch_id, one])), [data]);
}

const MORE_S = 600;

/** Adds ten minutes to the time a switch is on: to its program's turn, or to the last order, within the switch's limit. */
export function useMore(sw: SwitchEnVivo, turnos: readonly Turno[]): () => void {
  const queries = useQueryClient();
  const { press } = useOrder(sw.id, sw.comando);
  const { timeOf } = useDates();
  const longerTurn = useMutation({
    mutationFn: (turno_id: string) =>
      api(
        'turnos.alargar',
        { params: { turno_id }, body: { segundos: MORE_S } },
        { headers: { 'idempotency-key': newIdempotencyKey() } },
      ),
    onSuccess: (_, turno_id) => {
      const turno = turnos.find((one) => one.turno_id === turno_id);
      const next = turno ? overlapOf(turno, MORE_S, turnos) : null;
      if (next !== null) toast.attention(programTexts.extended, programTexts.overlap(timeOf(next)));
    },
    onError: (error) => toast.error(texts.more10Failed, reasonOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: TURNOS_KEY }),
  });
  return () => {
    const now = serverNow();
    const closing = closingOf(sw, turnos, now);
    if (!closing) return;
    if (closing.turnoId !== null) longerTurn.mutate(closing.turnoId);
    else press({ accion: 'on', duracion_s: Math.min(mostOf(sw), Math.ceil((closing.at - now) / 1_000) + MORE_S) });
  };
}
