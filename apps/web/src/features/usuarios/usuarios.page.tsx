import type { Usuario } from '@acequia/contracts';
import { Button, IconButton } from '@chakra-ui/react';
import { useState } from 'react';
import { LapizIcon, MasIcon } from '../../components/icons.js';
import { Pagina } from '../../components/pagina.js';
import { SiNoChip } from '../../components/si-no-chip.js';
import type { Columna } from '../../components/tabla/columna.js';
import { Tabla } from '../../components/tabla/tabla.js';
import { useUsuarios } from './api/usuarios.js';
import { DialogoUsuario } from './components/dialogo-usuario.js';
import { textos } from './textos.js';

const titulos = textos.columnas;
const COLUMNAS: Columna<Usuario>[] = [
  { id: 'id', titulo: titulos.id, valor: ({ id }) => id, ancho: '4.5rem', enTarjeta: 'oculta' },
  { id: 'nombre', titulo: titulos.nombre, valor: ({ nombre }) => nombre, ancho: '16rem', enTarjeta: 'titulo' },
  { id: 'email', titulo: titulos.email, valor: ({ email }) => email, ancho: '18rem' },
  {
    id: 'activo',
    titulo: titulos.activo,
    valor: ({ activo }) => (activo === 1 ? 'Sí' : 'No'),
    celda: ({ activo }) => <SiNoChip valor={activo} />,
    ancho: '6rem',
  },
  { id: 'rol', titulo: titulos.rol, valor: ({ rol }) => rol, ancho: '9rem' },
  {
    id: 'empresa',
    titulo: titulos.empresa,
    valor: ({ empresa_nombre }) => empresa_nombre || textos.sinEmpresa,
    ancho: '14rem',
  },
];

/** Users (spec 2.6). */
export function Component() {
  const usuarios = useUsuarios();
  const [abierto, setAbierto] = useState<Usuario | 'nuevo' | null>(null);
  // The spec says nothing of a list that cannot be loaded: the person is told where the rows would be.
  const filas = usuarios.data ?? (usuarios.isError ? [] : undefined);
  return (
    <Pagina titulo={textos.titulo}>
      <Tabla
        nombre="usuarios"
        filas={filas}
        columnas={COLUMNAS}
        clave={({ id }) => id}
        vacio={usuarios.isError ? textos.noCargo : textos.vacio}
        herramientas={
          <Button colorPalette="campo" onClick={() => setAbierto('nuevo')}>
            <MasIcon /> {textos.nuevo}
          </Button>
        }
        acciones={(fila) => (
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={textos.editar(fila.nombre)}
            onClick={() => setAbierto(fila)}
          >
            <LapizIcon />
          </IconButton>
        )}
      />
      {abierto && (
        <DialogoUsuario
          usuario={abierto === 'nuevo' ? null : abierto}
          guardado={abierto === 'nuevo' ? undefined : filas?.find(({ id }) => id === abierto.id)}
          onCerrar={() => setAbierto(null)}
        />
      )}
    </Pagina>
  );
}
