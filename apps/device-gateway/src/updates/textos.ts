/** Why an image or a rollout is refused. */
export const texts = {
  image: {
    empty: 'El archivo está vacío.',
    notAnImage: 'Ese archivo no es una imagen de firmware para ESP32: no empieza como una.',
    short: 'La imagen está cortada: no cabe en ella ni su descripción.',
    withoutDescription: 'La imagen no trae la descripción de ESP-IDF, así que no se sabe de qué modelo ni versión es.',
    unreadable: (named: string) => `La descripción de la imagen no dice ${named}.`,
    model: 'su modelo',
    version: 'su versión',
    large: (max_mb: number) => `La imagen pasa de ${max_mb} MB.`,
  },
  newest: 'más reciente',
  noBoards: 'Ninguna placa de ese firmware cumple con eso.',
  foreignBoards: (dialecto: string) => `No todas esas placas están registradas con firmware ${dialecto}.`,
} as const;
