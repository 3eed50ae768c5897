import { magnitudOf } from '@acequia/contracts';
import { Button } from '@chakra-ui/react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Card } from '../../components/card.js';
import { DetailFrame, DetailHeading } from '../../components/detail.js';
import { InDrawer } from '../../components/form/in-drawer.js';
import { PencilIcon } from '../../components/icons.js';
import { MagnitudeIcon } from '../../components/magnitude-icon.js';
import { OpenAvisos } from '../../entities/aviso/open-avisos.js';
import { puntosAddress } from '../../entities/addresses.js';
import { ALL_PUNTOS } from '../../entities/punto/puntos.js';
import { useEmpresaOfThing } from '../../entities/empresa/empresa-of-thing.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { InZone } from '../../lib/time/shown-zone.js';
import { usePuntoForm } from './api/punto-form.js';
import { usePuntos } from '../../entities/punto/use-puntos.js';
import { PastValuesCard } from './components/past-values-card.js';
import { PuntoDialog } from './components/punto-dialog.js';
import { PuntoHistory } from './components/punto-history.js';
import { Sending } from './components/sending.js';
import { PuntoState } from './components/punto-state.js';
import { texts } from './textos.js';

/** One point of measurement: its last value, and what it measured. */
export function Component() {
  const id = Number(useParams()['id']);
  const { empresaId, isSought } = useEmpresaOfThing(id, ALL_PUNTOS);
  const zone = useEmpresaZone(empresaId);
  const points = usePuntos(empresaId);
  const { placas, options, switches } = usePuntoForm(empresaId);
  const [editing, setEditing] = useState(false);
  const navigate = useNavigate();
  const punto = points.data?.find((one) => one.id === id);
  return (
    <InZone value={zone}>
      <DetailFrame
        back={puntosAddress(empresaId ?? 0)}
        backText={texts.title}
        notFound={texts.notFound}
        failed={texts.noRows}
        reading={empresaId === null && !isSought ? { ...points, data: [] } : points}
      >
        {punto && (
          <>
            <DetailHeading
              title={punto.nombre}
              subtitle={
                <>
                  <MagnitudeIcon magnitud={punto.magnitud} />
                  {[magnitudOf(punto.magnitud).nombre, punto.sitio].filter(Boolean).join(' · ')}
                </>
              }
            >
              <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
                <PencilIcon /> {texts.editShort}
              </Button>
            </DetailHeading>
            <Card>
              <PuntoState
                punto={punto}
                placa={placas.find(({ placa_id }) => placa_id === punto.placa_id)}
                switches={options}
              />
            </Card>
            <OpenAvisos of={({ punto_id }) => punto_id === id} />
            <PuntoHistory key={id} punto={punto} all={points.data ?? []} />
            {punto.fuente.tipo === 'api' && (
              <>
                <Sending punto={punto} />
                <PastValuesCard key={`past ${id}`} punto={punto} />
              </>
            )}
          </>
        )}
      </DetailFrame>
      {editing && punto && (
        <InDrawer value>
          <PuntoDialog
            one={punto}
            saved={punto}
            empresaId={punto.empresa_id}
            placas={placas}
            switches={options}
            unread={switches.data === undefined}
            onClose={() => setEditing(false)}
            onDeleted={() => void navigate(puntosAddress(punto.empresa_id), { replace: true })}
          />
        </InDrawer>
      )}
    </InZone>
  );
}
