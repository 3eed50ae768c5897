import { duration, type Proteccion, PROTECCION_LIMITES } from '@acequia/contracts';
import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { FormField, Select } from '../../../components/form/fields.js';
import type { Edit } from '../../../components/form/use-edit.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useProteccionActions } from '../api/protecciones.js';
import { stateOf } from '../lib/state.js';
import { texts } from '../textos.js';

const { bypass: t, release } = texts;
const MINUTES = [30, 60, 120, PROTECCION_LIMITES.OMITIR_MINUTOS];

interface Props {
  one: Proteccion;
  edit: Pick<Edit, 'busy' | 'act'>;
  onDone: () => void;
}

/** What a protection does now, and what an admin can do about it besides changing it. */
export function ProteccionState({ one, edit, onDone }: Props) {
  const actions = useProteccionActions();
  const dates = useDates();
  const [minutos, setMinutos] = useState(MINUTES[0]!);
  const state = useByClock((now) => stateOf(one, dates, now));
  const isBypassed = useByClock((now) => one.omitida_hasta !== null && one.omitida_hasta > now);
  const act = async (action: Parameters<Edit['act']>[0]): Promise<void> => {
    if (await edit.act(action)) onDone();
  };
  const letGo = () => act({ ...release, task: () => actions.release(one.id) });
  const bypass = () =>
    act({ ...t, detalle: t.detalle(one.nombre), danger: true, task: () => actions.bypass({ id: one.id, minutos }) });
  const stop = () =>
    act({
      accion: t.stop,
      question: t.stopQuestion,
      done: t.stopped,
      failure: t.failure,
      task: () => actions.bypass({ id: one.id, minutos: 0 }),
    });
  return (
    <Box mb="4" pb="4" borderBottomWidth="1px">
      <Flex gap="3" align="center" wrap="wrap" mb="3">
        <Text role="status">{state}</Text>
        {one.disparada && (
          <Button variant="surface" disabled={edit.busy} onClick={() => void letGo()}>
            {release.accion}
          </Button>
        )}
      </Flex>
      <Text fontWeight="600">{t.title}</Text>
      <Text color="fg.muted" mb="2">
        {t.help}
      </Text>
      {isBypassed ? (
        <Button variant="surface" disabled={edit.busy} onClick={() => void stop()}>
          {t.stop}
        </Button>
      ) : (
        <Flex gap="3" align="flex-end">
          <FormField label={t.during}>
            <Select value={String(minutos)} onChange={({ target }) => setMinutos(Number(target.value))}>
              {MINUTES.map((each) => (
                <option key={each} value={each}>
                  {duration(each)}
                </option>
              ))}
            </Select>
          </FormField>
          <Button variant="surface" colorPalette="miel" disabled={edit.busy} onClick={() => void bypass()}>
            {t.accion}
          </Button>
        </Flex>
      )}
    </Box>
  );
}
