import { isCentinela } from '@acequia/contracts';
import { Heading, Stack } from '@chakra-ui/react';
import { ZoneNote } from '../../components/zone-note.js';
import { useDeviceChannels } from '../../entities/dispositivo/live-reading.js';
import { useOwnConnection } from '../../lib/live/live.js';
import { neverCame } from '../../lib/http/query-client.js';
import { readUsuario } from '../../lib/session.js';
import { useDispositivosOfUsuario } from './api/dispositivos-of-usuario.js';
import { ActuatorCard } from './components/actuator-card.js';
import { Centinela } from './components/centinela-card.js';
import { Section } from './components/section.js';
import { texts } from './textos.js';

/** The end user's devices (MDIS-1). */
export function Component() {
  const list = useDispositivosOfUsuario(readUsuario()?.id ?? 0);
  const { data: dispositivos } = list;
  const failure = neverCame(list);
  useOwnConnection();
  useDeviceChannels(dispositivos?.map(({ id }) => id) ?? []);
  const centinelas = dispositivos?.filter(({ tipo }) => isCentinela(tipo));
  const actuators = dispositivos?.filter(({ tipo }) => !isCentinela(tipo));
  return (
    <Stack gap="8">
      <Stack gap="1">
        <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
          {texts.title}
        </Heading>
        <ZoneNote />
      </Stack>
      <Section title={texts.actuators} empty={texts.noActuators} dispositivos={actuators} failure={failure}>
        {(dispositivo) => <ActuatorCard dispositivo={dispositivo} />}
      </Section>
      <Section title={texts.centinelas} empty={texts.noCentinelas} dispositivos={centinelas} failure={failure} wide>
        {(dispositivo) => <Centinela dispositivo={dispositivo} />}
      </Section>
    </Stack>
  );
}
