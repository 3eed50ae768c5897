import { Button, Flex, Heading, SimpleGrid, Spinner, Stack, Text } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { RefreshIcon } from '../../components/icons.js';
import { Card } from '../../components/card.js';
import { useDeviceChannels } from '../../entities/dispositivo/live-reading.js';
import { neverCame } from '../../lib/http/query-client.js';
import { readUsuario } from '../../lib/session.js';
import { useSummary } from './api/summary.js';
import { Figures } from './components/figures.js';
import { MonitorTable } from './components/monitor-table.js';
import { DeviceCard } from './components/device-card.js';
import { texts } from './textos.js';

const LINKS = [
  { to: '/situacion', text: texts.situationPage },
  { to: '/avisos', text: texts.avisosPage },
  { to: '/dispositivos', text: texts.dispositivosPage },
  { to: '/switches', text: texts.switchesPage },
  { to: '/placas', text: texts.placasPage },
  { to: '/comandos', text: texts.comandosPage },
  { to: '/auditoria', text: texts.auditoriaPage },
  { to: '/cuenta', text: texts.accountPage },
] as const;

/** The company's dashboard (RES-1). */
export function Component() {
  const usuario = readUsuario();
  const resumen = useSummary(usuario?.empresa_id ?? 0);
  const dispositivos = resumen.dispositivos.data ?? [];
  useDeviceChannels(dispositivos.map(({ id }) => id));
  return (
    <Stack gap="5">
      <Card bg="campo.subtle" borderColor="campo.muted">
        <Flex justify="space-between" align="center" gap="4" wrap="wrap">
          <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
            {texts.welcomed(resumen.empresa.data?.nombre ?? usuario?.empresa_nombre ?? '')}
          </Heading>
          <Flex gap="2" wrap="wrap">
            <Button asChild variant="outline">
              <Link to="/usuarios">{texts.manageUsuarios}</Link>
            </Button>
            <Button colorPalette="campo" onClick={() => void resumen.update()} disabled={resumen.loading}>
              {resumen.loading ? <Spinner size="sm" /> : <RefreshIcon />} {texts.update}
            </Button>
          </Flex>
        </Flex>
        <Flex as="nav" aria-label={texts.irA} gap="1" mt="3" ms="-3" wrap="wrap">
          {LINKS.map(({ to, text }) => (
            <Button key={to} asChild variant="ghost" size="sm">
              <Link to={to}>{text}</Link>
            </Button>
          ))}
        </Flex>
      </Card>
      <Figures
        empresa={resumen.empresa}
        usuarios={resumen.usuarios}
        dispositivos={resumen.dispositivos}
        switches={resumen.switches}
      />
      <Stack gap="3" as="section">
        <Heading as="h2" size="lg">
          {texts.dispositivos}
        </Heading>
        {resumen.dispositivos.isSuccess && dispositivos.length === 0 && (
          <Text color="fg.muted">{texts.sinDispositivos}</Text>
        )}
        {!resumen.dispositivos.data && neverCame(resumen.dispositivos) && (
          <Text role="alert" color="fg.warning">
            {texts.dispositivosNoLeidos}
          </Text>
        )}
        <SimpleGrid columns={{ base: 1, sm: 2, lg: 3, xl: 4 }} gap="4">
          {dispositivos.map((dispositivo, index) => (
            <DeviceCard key={dispositivo.id} dispositivo={dispositivo} index={index} />
          ))}
        </SimpleGrid>
      </Stack>
      <MonitorTable switches={resumen.switches.data} failure={neverCame(resumen.switches)} />
    </Stack>
  );
}
