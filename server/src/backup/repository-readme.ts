/** Lies in every repository, for whoever finds it without Vestry at hand. */
export const README = `These are copies of a church's Vestry: its database, its recordings and posters, and its key.
Children's names are in it, and whoever has all of it can try to guess passwords: keep it as you keep the church's keys.

To put a copy back:         npm run vestry -- restore --from THIS-FOLDER
To verify it:              npm run vestry -- backup verify --to THIS-FOLDER

WITHOUT VESTRY
Files that end with .age are encrypted (https://age-encryption.org). The program age opens them with key.age,
which opens with the passphrase:

    age --decrypt --identity key.age FILE.age > FILE

Those that end with .gz are then opened by gunzip.

copies/TIME/manifest.json       what the copy is of: tables with their columns, counts and checksums
copies/TIME/rows/TABLE.jsonl.gz a table, one row a line, a JSON list in the order of the columns
copies/TIME/objects.jsonl.gz    the recordings and posters: key, size, headers, and "content"
copies/TIME/identity.key        the key file of the data folder (keys/identity.key)
copies/TIME/SHA256SUMS          checksums of these files as they lie there, for sha256sum --check
objects/AB/ABCDEF…              the bytes of the object whose "content" is ABCDEF…. Where nothing is encrypted, that
                                is their SHA-256; otherwise, a digest that needs the key.
`
