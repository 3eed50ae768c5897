export const texts = {
  title: 'Importar y exportar',
  intro:
    'Un solo archivo CSV con empresas, usuarios, placas y switches. Primero se revisa; después entra todo o no entra nada. Lo que ya existe se queda como está.',
  ofEmpresa:
    'Con tu cuenta se importan los usuarios y los switches de tu empresa; las placas las registra tu operador.',
  export: 'Exportar lo que hay',
  exportFile: 'acequia.csv',
  exportFailed: 'No se pudo exportar.',
  file: 'Archivo CSV',
  fileHelp: 'El mismo formato que se exporta: expórtalo para ver sus columnas.',
  reading: 'Revisando…',
  failed: 'No se pudo revisar el archivo',
  review: 'Vista previa',
  creates: (count: number) => (count === 1 ? '1 línea se crea' : `${count} líneas se crean`),
  exist: (count: number) => (count === 1 ? '1 ya existe y no cambia' : `${count} ya existen y no cambian`),
  errors: (count: number) =>
    count === 1
      ? '1 error: corrígelo en el archivo y vuelve a elegirlo. No se ha guardado nada.'
      : `${count} errores: corrígelos en el archivo y vuelve a elegirlo. No se ha guardado nada.`,
  apply: (count: number) => (count === 1 ? 'Importar 1 línea' : `Importar ${count} líneas`),
  nothing: 'Todo lo del archivo existe ya: no hay nada que importar.',
  applying: 'Importando…',
  applyFailed: 'No se pudo importar',
  done: (count: number) => (count === 1 ? 'Se importó 1 línea.' : `Se importaron ${count} líneas.`),
  secrets: 'Credenciales y contraseñas nuevas: descárgalas ahora, no se vuelven a mostrar.',
  download: 'Descargar credenciales',
  secretsFile: 'credenciales.csv',
  columns: {
    linea: 'Línea',
    tipo: 'Tipo',
    nombre: 'Nombre',
    accion: 'Qué pasa',
    campo: 'Columna',
    mensaje: 'Qué corregir',
  },
  acciones: { crear: 'Se crea', ya_existe: 'Ya existe' },
  unknownColumn: 'Columna desconocida',
  noTipo: 'Falta la columna «tipo»: empresa, usuario, placa o switch',
  noLines: 'El archivo no tiene líneas',
  tooManyCells: 'La línea tiene más celdas que columnas: revisa comas y comillas',
  tooMany: (most: number) => `Un archivo lleva como máximo ${most} líneas: repártelo en varios`,
} as const;
