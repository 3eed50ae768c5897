import type { Programa } from '@acequia/contracts';
import { Button, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { reasonOf } from '../../../components/form/failure.js';
import { toast } from '../../../components/toasts.js';
import { type Action, useProgramaActions } from '../api/programas.js';
import { texts } from '../textos.js';
import { RunNow } from './run-now.js';

const { runNow: t } = texts;

interface Props {
  programa: Programa;
  timeZone: string;
  nameOf: (objeto: string) => string;
}

export function ProgramaButtons({ programa, timeZone, nameOf }: Props) {
  const { act } = useProgramaActions();
  const [asking, setAsking] = useState(false);
  const run = (action: Action) =>
    void act({ id: programa.id, action }).then(
      (done) => (done ? toast.success(texts.done[action]) : toast.error(t.nothingBegan, t.nothing)),
      (error: unknown) => toast.error(texts.actionFailure, reasonOf(error)),
    );
  const which: Action[] = ['ejecutar', ...(programa.proximo === null ? [] : (['omitir'] as const))];
  return (
    <Flex as="span" display="inline-flex" gap="2" wrap="wrap">
      {[...which, programa.pausado === 1 ? ('reanudar' as const) : ('pausar' as const)].map((action) => (
        <Button
          key={action}
          size="sm"
          variant="outline"
          onClick={() => (action === 'ejecutar' ? setAsking(true) : run(action))}
        >
          {texts.actions[action]}
        </Button>
      ))}
      {asking && (
        <RunNow
          programa={programa}
          timeZone={timeZone}
          nameOf={nameOf}
          onRun={() => {
            setAsking(false);
            run('ejecutar');
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Flex>
  );
}
