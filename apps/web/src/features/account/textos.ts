export const textos = {
  titulo: 'Mi cuenta',
  clave: 'Cambiar contraseña',
  aviso: 'Al cambiarla se cierran tus demás sesiones.',
  actual: 'Contraseña actual',
  nueva: 'Contraseña nueva',
  repetir: 'Repite la contraseña nueva',
  minimo: 'Al menos 8 caracteres. Una frase larga es mejor que una palabra rara.',
  distintas: 'Las dos contraseñas nuevas no coinciden.',
  guardar: 'Guardar contraseña',
  guardando: 'Guardando…',
  lista: 'Tu contraseña quedó cambiada.',
} as const;
