import { maxEncendido, type Switch, VALVE_TEST_S } from '@acequia/contracts';
import { Button, Flex, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { useConfirm } from '../../../components/confirm.js';
import type { SwitchOrder } from '../../../entities/switch/order.js';
import { texts as switchTexts } from '../../../entities/switch/textos.js';
import { OrderCheck, useOrder } from '../../../entities/switch/use-order.js';
import { useByClock } from '../../../lib/time/clock.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useHasMeter, useLearnedFlow } from '../api/learned-flow.js';
import { texts } from '../textos.js';

const { learned: t } = texts;

/** What was counted is learned by then, ms. */
const LEARNED_MS = 5 * 60_000;
const FAILED: ReadonlySet<SwitchOrder['estado']> = new Set(['rechazado', 'vencido', 'sin_respuesta']);

interface Props {
  sw: Switch;
  onTakeOver: (m3h: number) => void;
}

/** What the meter of a valve has learned of it, and a button that opens the valve so that it can. */
export function LearnedFlow({ sw, onTakeOver }: Props) {
  /** When the valve was opened from here, ms. */
  const [opened, setOpened] = useState<number | null>(null);
  const learned = useLearnedFlow(sw, opened !== null);
  const isTestable = useHasMeter(sw) && maxEncendido(sw.tipo, sw.max_encendido_s) >= VALVE_TEST_S;
  const isLearned = learned !== undefined && opened !== null && learned.ts > opened;
  return (
    <>
      {learned && (
        <Flex gap="2" align="center" wrap="wrap" mt="1">
          <Text fontSize="sm">{t.measured(learned)}</Text>
          <Button size="xs" variant="outline" onClick={() => onTakeOver(learned.caudal_m3h)}>
            {t.takeOver}
          </Button>
        </Flex>
      )}
      {isTestable && <ValveTest sw={sw} opened={opened} isLearned={isLearned} onOpened={setOpened} />}
    </>
  );
}

interface TestProps {
  sw: Switch;
  opened: number | null;
  isLearned: boolean;
  onOpened: (ts: number | null) => void;
}

/** Opens the valve by the order that its Encender gives too; its board closes it. */
function ValveTest({ sw, opened, isLearned, onOpened }: TestProps) {
  const { order, press } = useOrder(sw.id, null);
  const confirm = useConfirm();
  const { timeOf } = useDates();
  const closes = (opened ?? 0) + VALVE_TEST_S * 1_000;
  const phase = useByClock((now) => (now < closes ? 'open' : now < closes + LEARNED_MS ? 'measuring' : 'over'));
  const failure = order && FAILED.has(order.estado) ? switchTexts.outcome(order) : null;
  const isOpen = opened !== null && failure === null && phase === 'open';
  const start = async () => {
    if (!(await confirm(t.question(`${sw.zona} - ${sw.nombre}`)))) return;
    onOpened(serverNow());
    press({ accion: 'on', duracion_s: VALVE_TEST_S });
  };
  const close = () => {
    onOpened(null);
    press({ accion: 'off' });
  };
  const said = (): string | null => {
    if (opened === null) return null;
    if (failure !== null) return failure;
    if (isLearned) return t.done;
    return { open: t.open(timeOf(closes)), measuring: t.measuring, over: t.unmeasured }[phase];
  };
  return (
    <Flex gap="2" align="center" wrap="wrap" mt="1">
      {isOpen ? (
        <Button size="xs" variant="outline" onClick={close}>
          {switchTexts.verbs.off.button}
        </Button>
      ) : (
        <Button size="xs" variant="outline" onClick={() => void start()}>
          {t.test(sw.tipo)}
        </Button>
      )}
      <Text fontSize="sm" role="status">
        {said()}
      </Text>
      <OrderCheck switchId={sw.id} order={order} />
    </Flex>
  );
}
