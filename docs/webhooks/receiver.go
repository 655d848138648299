// Receives webhooks of Quoin. Go 1.19 or newer, nothing to install:
//
//	QUOIN_WEBHOOK_SECRET=whsec_… PORT=3000 go run receiver.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	toleranceS  = 300
	longestBody = 16 << 20
)

var (
	secret  = []byte(os.Getenv("QUOIN_WEBHOOK_SECRET"))
	folder  = env("QUOIN_EVENTS_DIR", "quoin-events")
	eventID = regexp.MustCompile(`^evt_[0-9a-z]+$`)
	work    = make(chan event, 1000)
)

type event struct {
	ID    string          `json:"id"`
	Event string          `json:"event"`
	Data  json.RawMessage `json:"data"`
}

// isSigned says whether one of the signatures in the header belongs to these very bytes and to now.
func isSigned(header string, body []byte) bool {
	var t string
	var given [][]byte
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if name == "t" {
			t = value
		} else if signature, err := hex.DecodeString(value); name == "v1" && err == nil {
			given = append(given, signature)
		}
	}
	signedAt, err := strconv.ParseInt(t, 10, 64)
	age := time.Now().Unix() - signedAt
	if err != nil || age > toleranceS || age < -toleranceS {
		return false
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(t + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	for _, signature := range given {
		if hmac.Equal(signature, expected) {
			return true
		}
	}
	return false
}

// keep keeps an event under its id; false when it is there already. In your service: an insert into a table whose id is unique.
func keep(received event, body []byte) (bool, error) {
	if !eventID.MatchString(received.ID) {
		return false, errors.New("this is no id of an event")
	}
	draft, err := os.CreateTemp(folder, "*.tmp")
	if err != nil {
		return false, err
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(body)
	if closing := draft.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return false, err
	}
	err = os.Link(draft.Name(), filepath.Join(folder, received.ID+".json"))
	if errors.Is(err, os.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

func receive(response http.ResponseWriter, request *http.Request) {
	if request.Method != http.MethodPost {
		response.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, longestBody))
	if err != nil {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if !isSigned(request.Header.Get("Quoin-Signature"), body) {
		http.Error(response, "wrong signature", http.StatusBadRequest)
		return
	}
	var received event
	isNew := false
	if err = json.Unmarshal(body, &received); err == nil {
		isNew, err = keep(received, body)
	}
	if err != nil {
		log.Print(err)
		response.WriteHeader(http.StatusInternalServerError) // Not kept, so it must come again.
		return
	}
	response.WriteHeader(http.StatusOK)
	if isNew {
		select {
		case work <- received:
		default: // It is kept: a look at the folder finds it later.
		}
	}
}

// handleAll does what takes its time, after the answer.
func handleAll() {
	for received := range work {
		log.Printf("new %s %s", received.Event, received.ID)
	}
}

func env(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func main() {
	if len(secret) == 0 {
		log.Fatal("QUOIN_WEBHOOK_SECRET is not set")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		log.Fatal(err)
	}
	go handleAll()
	log.Fatal(http.ListenAndServe("127.0.0.1:"+env("PORT", "3000"), http.HandlerFunc(receive)))
}
