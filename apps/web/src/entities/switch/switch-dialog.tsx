import { maxEncendido, type SwitchEnVivo, duration } from '@acequia/contracts';
import { Box, Button, Flex, Heading, Skeleton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { withSuffix } from '../../lib/format/format.js';
import { useServerThere } from '../../lib/live/live.js';
import { Sheet } from '../../components/dialog.js';
import { Age, useOld } from '../../components/age.js';
import { type Fact, Facts } from '../../components/facts.js';
import { StateChip } from '../../components/state-chip.js';
import { ZoneNote } from '../../components/zone-note.js';
import { useLeave } from '../../components/form/use-leave.js';
import { readUsuario } from '../../lib/session.js';
import { turnosOf } from '../programa/turnos.js';
import { BloqueoForm } from './bloqueo-form.js';
import { SwitchControls } from './switch-controls.js';
import { LinkHealth } from './link-health.js';
import { texts } from './textos-dialog.js';
import { TurnOnProvider } from './turn-on.js';
import { olderTs } from './value-times.js';

const { dialog: t } = texts;

interface Props {
  /** "zona - nombre". */
  title: string;
  /** Undefined while the switch is being read. */
  sw: SwitchEnVivo | undefined;
  failure: boolean;
  /** Link to the switch's commands. */
  comandos: string;
  onClose: () => void;
}

/** One switch: its reported state, its buttons (Encender asks how long), its lockout. */
export function SwitchDialog({ title, sw, failure, comandos, onClose }: Props) {
  const [halfWritten, setHalfWritten] = useState(false);
  const [asking, setAsking] = useState(false);
  const close = useLeave({ dirty: halfWritten, onClose, detalle: t.withoutLockout });
  return (
    <Sheet
      title={title}
      width={560}
      hold={asking}
      onClose={() => void close()}
      footer={
        <>
          <Button variant="ghost" asChild me="auto">
            <Link to={comandos}>{t.comandos}</Link>
          </Button>
          <Button variant="outline" onClick={() => void close()}>
            {t.close}
          </Button>
        </>
      }
    >
      {sw ? (
        <Controls sw={sw} title={title} onHalfWritten={setHalfWritten} onAsking={setAsking} />
      ) : failure ? (
        <Text role="alert" color="fg.warning">
          {t.failure}
        </Text>
      ) : (
        <Skeleton h="40" />
      )}
    </Sheet>
  );
}

interface ControlsProps {
  sw: SwitchEnVivo;
  title: string;
  onHalfWritten: (halfWritten: boolean) => void;
  /** While the sheet of Encender is open, which closes by Escape alone. */
  onAsking: (asking: boolean) => void;
}

function Controls({ sw, title, onHalfWritten, onAsking }: ControlsProps) {
  const connected = useServerThere();
  const turnos = useQuery(turnosOf({ empresaId: readUsuario()?.rol === 'usuario' ? null : sw.empresa_id }));
  const reachable = connected && sw.placa_online === 1;
  const old = useOld(sw.estado_ts, reachable);
  const sensor_ts = olderTs(sw);
  const sensorOld = useOld(sensor_ts, reachable);
  const facts: Fact[] = [
    [
      t.estado,
      <Flex key="estado" align="center" gap="2" data-switch={sw.id}>
        <StateChip estado={sw.estado} old={old} />
        {sw.estado_ts !== null && <Age ts={sw.estado_ts} old={old} />}
      </Flex>,
    ],
    [
      t.placa,
      <Flex key="placa" align="baseline" gap="2">
        {sw.placa_online === 1 ? t.online : t.noConnection}
        {sw.placa_ts !== null && <Age ts={sw.placa_ts} old={!reachable} />}
      </Flex>,
    ],
    [
      t.sensor,
      sw.tiene_sensor === 0 ? (
        t.noSensor
      ) : sensor_ts === null ? (
        t.noReading
      ) : (
        <Flex key="sensor" align="baseline" gap="2" wrap="wrap">
          {withSuffix(sw.temperatura, ' °C')} · {withSuffix(sw.humedad, ' %')}
          <Age ts={sensor_ts} old={sensorOld} />
        </Flex>
      ),
    ],
    [t.limit, duration(maxEncendido(sw.tipo, sw.max_encendido_s) / 60)],
  ];
  return (
    <>
      <Facts facts={facts} rowGap="2.5" />
      <Box mt="2" _empty={{ display: 'none' }}>
        <ZoneNote />
      </Box>
      <Box mt="4">
        {connected && (
          <Box mb="2">
            <LinkHealth sw={sw} withSensor />
          </Box>
        )}
        <TurnOnProvider turnos={turnos.data ?? []} onAsking={onAsking}>
          <SwitchControls sw={sw} nombre={title} connected={connected} />
        </TurnOnProvider>
        {sw.activo === 0 && (
          <Text mt="1.5" fontSize="xs" color="fg.muted">
            {t.inactive}
          </Text>
        )}
      </Box>
      <Box as="section" aria-label={t.bloqueo} mt="6" pt="4" borderTopWidth="1px">
        <Heading as="h3" size="sm" mb="1">
          {t.bloqueo}
        </Heading>
        <BloqueoForm switchId={sw.id} bloqueo={sw.bloqueo ?? null} onHalfWritten={onHalfWritten} />
      </Box>
    </>
  );
}
