import { Box, Button, Flex, Heading, SimpleGrid, Spinner, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router-dom';
import { RefreshIcon } from '../../components/icons.js';
import { Card } from '../../components/card.js';
import { ZoneNote } from '../../components/zone-note.js';
import { useDeviceChannels } from '../../entities/dispositivo/live-reading.js';
import { PointValues } from '../../entities/punto/point-values.js';
import { neverCame } from '../../lib/http/query-client.js';
import { readUsuario } from '../../lib/session.js';
import { useSummary } from './api/summary.js';
import { Figures } from './components/figures.js';
import { MonitorTable } from './components/monitor-table.js';
import { DeviceCard } from './components/device-card.js';
import { texts } from './textos.js';

const LINKS = [
  { to: '/dispositivos', text: texts.dispositivosPage },
  { to: '/switches', text: texts.switchesPage },
] as const;

/** Cards in one row of a wide screen. */
const FEW = 4;
const POINT_COLUMNS = { base: 1, sm: 2, lg: 4 };

interface Props {
  /** What is wrong and what is watered now in a company, of another feature. */
  now?: (empresaId: number) => ReactNode;
}

/** The company's dashboard (RES-1). */
export function Component({ now }: Props) {
  const usuario = readUsuario();
  // An admin_global sees any company as it sees itself.
  const asked = Number(useParams()['id']) || 0;
  const own = usuario?.rol === 'admin_empresa';
  const empresaId = own ? (usuario.empresa_id ?? 0) : asked;
  const resumen = useSummary(empresaId);
  const nombre = resumen.empresa.data?.nombre ?? (own ? usuario.empresa_nombre : null);
  const dispositivos = resumen.dispositivos.data ?? [];
  useDeviceChannels(dispositivos.map(({ id }) => id));
  // One row of cards leaves the monitor in sight; more of them stand below it.
  const few = dispositivos.length <= FEW;
  const devices = (
    <Stack key="devices" gap="2" as="section">
      <Heading as="h2" size="md">
        {texts.dispositivos}
      </Heading>
      {resumen.dispositivos.isSuccess && dispositivos.length === 0 && (
        <Text color="fg.muted">{texts.noDispositivos}</Text>
      )}
      {!resumen.dispositivos.data && neverCame(resumen.dispositivos) && (
        <Text role="alert" color="fg.warning">
          {texts.dispositivosUnread}
        </Text>
      )}
      <SimpleGrid columns={{ base: 1, sm: 2, lg: 4 }} gap="3">
        {dispositivos.map((dispositivo, index) => (
          <DeviceCard key={dispositivo.id} dispositivo={dispositivo} index={index} />
        ))}
      </SimpleGrid>
    </Stack>
  );
  return (
    <Stack gap="3">
      <Card bg="campo.subtle" borderColor="campo.muted" py="3">
        <Flex justify="space-between" align="center" gap="4" wrap="wrap">
          <Heading as="h1" size={{ base: 'lg', md: 'xl' }}>
            {texts.welcomed(nombre ?? (neverCame(resumen.empresa) ? texts.noData : texts.waiting))}
          </Heading>
          <Flex as="nav" aria-label={texts.goTo} gap="1" wrap="wrap">
            {LINKS.map(({ to, text }) => (
              <Button key={to} asChild variant="ghost" size="sm">
                <Link to={to}>{text}</Link>
              </Button>
            ))}
          </Flex>
          <Flex gap="2" wrap="wrap" ms="auto">
            <Button asChild variant="outline">
              <Link to="/usuarios">{texts.manageUsuarios}</Link>
            </Button>
            <Button colorPalette="campo" onClick={() => void resumen.update()} disabled={resumen.loading}>
              {resumen.loading ? <Spinner size="sm" /> : <RefreshIcon />} {texts.update}
            </Button>
          </Flex>
        </Flex>
        <Box mt="2" _empty={{ display: 'none' }}>
          <ZoneNote />
        </Box>
      </Card>
      <Figures
        empresa={resumen.empresa}
        usuarios={resumen.usuarios}
        dispositivos={resumen.dispositivos}
        switches={resumen.switches}
      />
      {now?.(empresaId)}
      {few && devices}
      <MonitorTable empresaId={empresaId} switches={resumen.switches.data} failure={neverCame(resumen.switches)} />
      <PointValues empresaId={empresaId} columns={POINT_COLUMNS} />
      {!few && devices}
    </Stack>
  );
}
