import type { Empresa } from '@acequia/contracts';
import { Button, IconButton } from '@chakra-ui/react';
import { useState } from 'react';
import { LapizIcon, MasIcon } from '../../components/icons.js';
import { Pagina } from '../../components/pagina.js';
import { SiNoChip } from '../../components/si-no-chip.js';
import type { Columna } from '../../components/tabla/columna.js';
import { Tabla } from '../../components/tabla/tabla.js';
import { useEmpresas } from './api/empresas.js';
import { DialogoEmpresa } from './components/dialogo-empresa.js';
import { textos } from './textos.js';

const titulos = textos.columnas;
const COLUMNAS: Columna<Empresa>[] = [
  { id: 'id', titulo: titulos.id, valor: ({ id }) => id, ancho: '4.5rem', enTarjeta: 'oculta' },
  { id: 'nombre', titulo: titulos.nombre, valor: ({ nombre }) => nombre, ancho: '16rem', enTarjeta: 'titulo' },
  { id: 'telefono', titulo: titulos.telefono_celular, valor: (fila) => fila.telefono_celular, ancho: '9rem' },
  { id: 'comunicador', titulo: titulos.comunicador_numero, valor: (fila) => fila.comunicador_numero, ancho: '9rem' },
  { id: 'imei', titulo: titulos.comunicador_imei, valor: (fila) => fila.comunicador_imei, ancho: '10.5rem' },
  {
    id: 'plan_vence',
    titulo: titulos.comunicador_vencimiento,
    valor: (fila) => fila.comunicador_vencimiento?.slice(0, 10) ?? null,
    ancho: '8rem',
  },
  {
    id: 'vence',
    titulo: titulos.fecha_vencimiento,
    valor: (fila) => fila.fecha_vencimiento.slice(0, 10),
    ancho: '8rem',
  },
  {
    id: 'activa',
    titulo: titulos.activa,
    valor: ({ activa }) => (activa === 1 ? 'Sí' : 'No'),
    celda: ({ activa }) => <SiNoChip valor={activa} />,
    ancho: '6rem',
  },
];

/** Companies (spec 2.5). */
export function Component() {
  const empresas = useEmpresas();
  const [abierta, setAbierta] = useState<Empresa | 'nueva' | null>(null);
  // Spec 8: a list that could not be loaded is empty, without a message.
  const filas = empresas.data ?? (empresas.isError ? [] : undefined);
  return (
    <Pagina titulo={textos.titulo}>
      <Tabla
        nombre="empresas"
        filas={filas}
        columnas={COLUMNAS}
        clave={({ id }) => id}
        vacio={empresas.isError ? textos.sinFilas : textos.vacio}
        herramientas={
          <Button colorPalette="campo" onClick={() => setAbierta('nueva')}>
            <MasIcon /> {textos.nueva}
          </Button>
        }
        acciones={(fila) => (
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={textos.editar(fila.nombre)}
            onClick={() => setAbierta(fila)}
          >
            <LapizIcon />
          </IconButton>
        )}
      />
      {abierta && (
        <DialogoEmpresa
          empresa={abierta === 'nueva' ? null : abierta}
          guardada={abierta === 'nueva' ? undefined : filas?.find(({ id }) => id === abierta.id)}
          onCerrar={() => setAbierta(null)}
        />
      )}
    </Pagina>
  );
}
