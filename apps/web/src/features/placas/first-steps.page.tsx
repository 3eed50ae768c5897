import type { EmpresaOption, PlacaCredencial } from '@acequia/contracts';
import { Box, Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyNotice } from '../../components/empty-notice.js';
import { DoneIcon } from '../../components/icons.js';
import { Unread } from '../../components/unread.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { switchesOfEmpresa } from '../../entities/switch/switches.js';
import { useUsuariosOf } from '../../entities/usuario/assign.js';
import { useSwitchesOfPanel } from '../../entities/switch/use-live-switches.js';
import { useAddress } from '../../lib/address.js';
import { isUnread } from '../../lib/http/query-client.js';
import { useBoardDetail } from './api/board.js';
import { useDeadLetters, useLivePlacas } from './api/placas.js';
import { SwitchReadings } from './components/board-switches.js';
import { AssignStep } from './components/steps/assign-step.js';
import { ConnectStep } from './components/steps/connect-step.js';
import { PinsStep } from './components/steps/pins-step.js';
import { RegisterStep } from './components/steps/register-step.js';
import { StepCard } from './components/steps/step-card.js';
import { allDone, doneSteps, nextStep, signalOf } from './lib/steps.js';
import { texts } from './textos-first-steps.js';
import { texts as placaTexts } from './textos.js';

/** A person waits in front of the screen for the board's first signal. */
const WATCH_MS = 2_000;

/** From an empty company to its first reading, as a list that follows what the board does. */
export function Component() {
  const { empresa, none, failure } = useChosenEmpresa();
  return (
    <Stack gap="4">
      <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
        {texts.title}
      </Heading>
      {empresa ? (
        <Steps key={empresa.id} empresa={empresa} />
      ) : none || failure ? (
        <EmptyNotice height="7rem" text={failure ? texts.failed : texts.noEmpresa} error={failure} />
      ) : (
        <Skeleton h="40" rounded="lg" />
      )}
    </Stack>
  );
}

function Steps({ empresa }: { empresa: EmpresaOption }) {
  const { params, change } = useAddress();
  const [credential, setCredential] = useState<PlacaCredencial | null>(null);
  const all = useLivePlacas();
  const switches = useQuery(switchesOfEmpresa(empresa.id));
  const panel = useSwitchesOfPanel(empresa.id);
  const usuarios = useUsuariosOf(empresa.id);
  const placas = all.data?.filter(({ empresa_id }) => empresa_id === empresa.id) ?? [];
  // The board of the address, or the newest one that has no switches yet.
  const placa =
    placas.find(({ id }) => String(id) === params.get('placa')) ??
    placas.findLast((one) => one.switches === 0) ??
    placas.at(-1);
  const detail = useBoardDetail(placa?.placa_id ?? null, WATCH_MS);
  const discarded = useDeadLetters(placa?.placa_id ?? null, WATCH_MS);

  if ([all, switches, usuarios].some(isUnread)) return <EmptyNotice height="7rem" text={texts.failed} error />;
  if (!all.data || !switches.data || !usuarios.data) return <Skeleton h="40" rounded="lg" />;

  const signal = detail.data && discarded.data ? signalOf(detail.data, discarded.data) : undefined;
  const done = doneSteps({
    placas: placas.length,
    heard: placa ? (signal ? signal.kind === 'received' : null) : false,
    switches: switches.data.length,
    reported: switches.data.length === 0 ? false : (panel.data?.some(({ estado }) => estado !== null) ?? null),
    assigned: usuarios.data.filter((one) => one.rol === 'usuario' && one.switches_asignados.length > 0).length,
  });
  const next = nextStep(done);
  const current = (step: keyof typeof done) => ({ step, done: done[step], current: next === step });
  const issued = (nueva: PlacaCredencial) => {
    setCredential(nueva);
    change({ placa: String(nueva.id) });
  };
  const retry = [detail, discarded].some(isUnread)
    ? () => Promise.all([detail.refetch(), discarded.refetch()])
    : undefined;
  const own = credential && credential.placa_id === placa?.placa_id ? credential : null;

  return (
    <>
      {allDone(done) ? (
        <Flex gap="2" align="center" color="fg.success" fontWeight="600">
          <DoneIcon /> {texts.allDone}
        </Flex>
      ) : (
        <Text color="fg.muted">{texts.intro(empresa.nombre)}</Text>
      )}
      <Stack as="ol" listStyleType="none" gap="4">
        <StepCard {...current('register')}>
          <RegisterStep
            empresaId={empresa.id}
            placas={placas}
            chosen={placa}
            onChoose={(numero) => change({ placa: String(numero) })}
            onRegistered={issued}
          />
        </StepCard>
        <StepCard {...current('connect')}>
          {placa ? (
            <ConnectStep placa={placa} credential={own} onIssued={issued} signal={signal} onRetry={retry} />
          ) : (
            <Text color="fg.muted">{texts.connect.none}</Text>
          )}
        </StepCard>
        <StepCard {...current('pins')}>
          {placa ? (
            <PinsStep
              key={placa.placa_id}
              placa={placa}
              detail={detail.data}
              switches={switches.data}
              onRetry={isUnread(detail) ? detail.refetch : undefined}
            />
          ) : (
            <Text color="fg.muted">{texts.pins.none}</Text>
          )}
        </StepCard>
        <StepCard {...current('reading')}>
          {isUnread(panel) ? (
            <Unread text={placaTexts.board.switchesFailed} onRetry={panel.refetch} />
          ) : !panel.data ? (
            <Skeleton h="12" />
          ) : panel.data.length > 0 ? (
            <Box maxH="20rem" overflowY="auto" tabIndex={0} role="region" aria-label={texts.steps.reading}>
              <SwitchReadings rows={panel.data} />
            </Box>
          ) : (
            <Text color="fg.muted">{texts.reading.none}</Text>
          )}
        </StepCard>
        <StepCard {...current('assign')}>
          <AssignStep empresaId={empresa.id} switches={switches.data} usuarios={usuarios.data} />
        </StepCard>
      </Stack>
    </>
  );
}
