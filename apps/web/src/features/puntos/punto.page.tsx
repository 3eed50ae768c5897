import { magnitudOf } from '@acequia/contracts';
import { Button, Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { Card } from '../../components/card.js';
import { EmptyNotice } from '../../components/empty-notice.js';
import { BackIcon, PencilIcon } from '../../components/icons.js';
import { ZoneNote } from '../../components/zone-note.js';
import { puntosAddress } from '../../entities/addresses.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { useAddress } from '../../lib/address.js';
import { neverCame } from '../../lib/http/query-client.js';
import { likelyEmpresa } from '../../lib/likely-empresa.js';
import { readUsuario } from '../../lib/session.js';
import { InZone } from '../../lib/time/shown-zone.js';
import { usePuntoForm } from './api/punto-form.js';
import { usePuntos } from './api/puntos.js';
import { PuntoDialog } from './components/punto-dialog.js';
import { PuntoHistory } from './components/punto-history.js';
import { PuntoState } from './components/punto-state.js';
import { texts } from './textos.js';

/** One point of measurement: its last value, and what it measured. An admin_global's address names its company. */
export function Component() {
  const id = Number(useParams()['id']);
  const { params } = useAddress();
  const usuario = readUsuario();
  const empresaId = usuario && likelyEmpresa(usuario, params);
  const zone = useEmpresaZone(empresaId);
  const points = usePuntos(empresaId);
  const { placas, options, switches } = usePuntoForm(empresaId);
  const [editing, setEditing] = useState(false);
  const punto = points.data?.find((one) => one.id === id);
  const failed = neverCame(points);
  return (
    <InZone value={zone}>
      <Stack gap="5">
        <Button asChild variant="ghost" size="sm" alignSelf="flex-start" ms="-3">
          <Link to={puntosAddress(empresaId ?? 0)}>
            <BackIcon /> {texts.title}
          </Link>
        </Button>
        {punto ? (
          <>
            <Flex justify="space-between" align="flex-start" gap="3" wrap="wrap">
              <Heading as="h1" size={{ base: 'xl', md: '2xl' }} overflowWrap="anywhere">
                {punto.nombre}
                <Text as="span" display="block" fontSize="sm" fontFamily="body" fontWeight="500" color="fg.muted">
                  {[magnitudOf(punto.magnitud).nombre, punto.sitio].filter(Boolean).join(' · ')}
                </Text>
              </Heading>
              <Button variant="outline" onClick={() => setEditing(true)}>
                <PencilIcon /> {texts.editShort}
              </Button>
            </Flex>
            <ZoneNote />
            <Card>
              <PuntoState
                punto={punto}
                placa={placas.find(({ placa_id }) => placa_id === punto.placa_id)}
                switches={options}
              />
            </Card>
            <PuntoHistory key={id} punto={punto} />
          </>
        ) : points.data || failed || empresaId === null ? (
          <EmptyNotice height="7rem" text={failed ? texts.noRows : texts.notFound} error={failed} />
        ) : (
          <Skeleton h="40" rounded="lg" />
        )}
        {editing && punto && (
          <PuntoDialog
            one={punto}
            saved={punto}
            empresaId={punto.empresa_id}
            placas={placas}
            switches={options}
            unread={switches.data === undefined}
            onClose={() => setEditing(false)}
          />
        )}
      </Stack>
    </InZone>
  );
}
