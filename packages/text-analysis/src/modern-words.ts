const LIST = `
airbnb airpods alibaba aldi audi baidu binance bmw canva chatgpt costco dacia decathlon deliveroo discord dropbox duolingo
dyson etsy fanta figma fitbit fortnite gatorade gopro gucci haribo huawei ikea instagram kfc kia kickstarter klarna lexus
lidl lindt linkedin lyft mastercard mcdonalds messi milka minecraft miro monopoly mozilla nespresso netflix nextcloud
nivea notion nutella onlyfans openai oreo paypal peloton pinterest playmobil pokemon porsche prada primark quora reddit
renault revolut rivian roblox rolex ryanair samsung seiko shopify sephora shein skoda skype slack smeg snapchat soundcloud
spotify starlink stripe swarovski swatch telegram temu tesco tesla tiktok tinder toblerone trello tumblr twitch uber ubuntu
uniqlo vans venmo vimeo vinted vodafone walmart wechat whatsapp wikipedia wise wordle xbox xerox xiaomi yamaha youtube zara
zelda zendesk zillow
aaliyah aarav aditi ahmet aiko akira aleksandr alejandro alessandro alessia amina ananya anastasia andrzej aoife arjun
astrid ayesha bao beatriz bianca bjorn bogdan bruna camila carla cheng chiara chidi chloe ciara dario deepak diego dmitri
eamon eduardo elif elina emeka emilia emre enzo ewa fabio farah fatima federica finn francesca freya gael giada giulia
giuseppe goran greta hana hans haruto hassan henrik hiroshi hugo ibrahim imani ines ingrid irina isla ivana jakub jamal
javier joao jonas jose jurgen kaori katarzyna kenji khalid klaus kofi kwame laila lars layla lena leila leonie liam lorenzo
luca luka luisa magnus mahmoud malik manuel mariam marek mateo matteo matteus mateusz mehmet mei mika mikkel milan milena
mira nadia naomi nasser niamh nikita nikolai nils noemi olga omar oskar pablo paolo pavel pedro petra piotr pranav priya
rafael rahul raj rajesh rania ravi renata ricardo rohan saanvi sakura samira sanjay santiago saoirse sergei shreya siobhan
sofia stefan sunita sven svetlana takashi tariq thiago tomasz uma valentina vikram viktor wei xavier xin yara yasmin yuki
yusuf zahra zainab zanele zeynep zofia
anime axolotl bao barista bibimbap bitcoin blockchain blockchain boba bokeh boho bokashi brexit brunch burrata chatbot
chakra chai chia clickbait cosplay cottagecore covid crossfit crypto cryptocurrency cyberpunk dabbing deadlift deepfake
doge drone ebike edamame emoji emoticon ethereum falafel fintech flexbox focaccia freediving frappe gelato ghibli gif
glamping gochujang gouache granola gyoza haiku halloumi harissa hashtag hoodie hygge ikebana ikigai influencer infographic
jacuzzi jpeg kaiju kawaii kebab kefir kimchi kintsugi kombucha kpop latte lofi macrame manga manscape matcha meme mocktail
mochi mojito mukbang neko netflix nft ninja omakase origami otaku paella paleo papercut pdf pho photobomb pilates podcast
poke png quinoa ramen reel rendang risotto robo sashimi selfie shiba shiitake skincare smartwatch smartphone smoothie
sneakerhead sriracha startup steampunk streetwear sudoku sushi svg tahini tapas tempeh tempura tiramisu tofu toonie umami
unboxing vape vaporwave vegan vlog vlogger vtuber wabi wagyu webcam webinar wifi wonton yoga yuzu zoom zumba
absolut acer alpine amara anton aperol armani asics asterix asus ayo bali barilla bela benin birkenstock bola boris bounty
bugatti bulgari burberry byd campari cartier celine chad chanel cheetos chike columbia corona corsair crete crocs cupra
danone dayo denon diesel dior doritos dragan dragana dusan femi fendi fiji fila fujifilm garfield garmin hasselblad heinz
hermes ife igor illy intel isuzu jabra jagermeister java jelena kappa kemi kinder kirby knorr korg lacoste lada lancia
laos lavazza leica lenovo levis lipton loewe logitech lotus maggi mali malta mars marshall miffy milos mirko moet moncler
moomin nenad nepal nescafe nestle nia niger nio nvidia obelix opel palau pikachu polestar pringles puma razer reebok
ritter roland ryzen saab samoa sasa schweppes seat segafredo sennheiser shure simba skittles slavko smirnoff smurf
snickers snoopy sonic sonos spacex sprite stella sumatra suzuki tayo tiffany timberland tintin togo tonga tunde twinings
twix ugg umbro vesna volvo wrangler yoshi zeiss zola zoran zuri persol breitling gardena suda putri
`;

/** Brands, names and young words that WordNet and the English dictionary lack, and that are no misspellings. */
export const MODERN_WORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/));
